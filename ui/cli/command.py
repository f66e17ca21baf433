"""The ``crownsight`` command: its arguments, and how it ends when something is wrong."""

from __future__ import annotations

import argparse
import errno
import ipaddress
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn, TextIO

from scoring import Quest, Rulebook, Title
from scoring.rules import GRIDS
from ui.cli import INTERRUPTED
from ui.cli.inputs import BadInput, printable, quoted
from ui.system import ADDRESS_ENV, DEFAULT_PORT

Corner = tuple[float, float]  # (x, y) in upright pixels of the original photo

CODE = "a kingdom code is one line: rows parted by /, w f l g s m with 1-3 for crowns, C the castle, . empty"
BOARD = (
    "a board is 5 rows of 6 spaces: rows parted by /, spaces by blanks; +1 to +6 a resource, -1 to -6 a hazard, "
    "M a mountain, D the dragon, G the gold mine, W the wizard, r b y g with a rank a castle, . free"
)
WITH_PIECES = (
    f"{CODE}, t a town; then pieces, a comma before each: giant@1.2x2 in row 1, column 2, token@1.2, farmer@1.3, "
    "building@2.1:crowns:1, coins:8, towers:1, knights:2, queen"
)
QUESTS = "once for each: " + ", ".join(
    dict.fromkeys(f"{name}:TERRAIN" if terrain else name for name, terrain, _ in (q.partition(":") for q in Quest))
)
FARTHEST = 1_000_000  # pixels from the photo's corner


CLEANS_UP = ("serve", "tables", "editions")  # modules of commands that Ctrl-C must let finish what they write
Command = Callable[[argparse.Namespace], int]


def _command(module: str, name: str = "run") -> Command:
    """A command whose module is imported when it runs: what one needs, the others do not wait for."""

    def run(options: argparse.Namespace) -> int:
        if module in CLEANS_UP:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command: Command = getattr(import_module(f"ui.cli.{module}"), name)
        return command(options)

    return run


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, printable(f"{self.prog}: {message}; see {self.prog} --help") + "\n")

    def print_help(self, file: Any = None) -> None:
        """Print what there is to say of a command; argparse itself keeps quiet about a full disk."""
        print(self.format_help(), end="", file=file)


class Version(argparse.Action):
    """Says which version this is; looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> NoReturn:
        from ui.system import describe_version

        print(describe_version())
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command; ``options.command(options)`` runs what was asked for."""
    top = Parser(prog="crownsight", description="Photograph a finished Kingdomino kingdom, see its score and who won.")
    top.set_defaults(command=_command("serve"), lan=False, port=None, listen=None, address=None, proxy=())
    top.add_argument("--version", action=Version, nargs=0, help="show the version and where it is installed")
    top.add_argument("--local", action="store_true", help="keep the app to this machine")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    _add_serve(commands.add_parser("serve", help="the app in the browser; so is crownsight alone"))
    _add_read(commands.add_parser("read", help="photos to kingdom codes, with doubts and warnings"))
    _add_score(
        commands.add_parser("score", help="one kingdom per player to score sheets and standings", epilog=WITH_PIECES)
    )
    _add_editions(commands)
    _add_keeping(commands)
    _add_check(
        commands.add_parser("check", help="could this kingdom have been built, and of what?", epilog=WITH_PIECES)
    )
    _add_better(commands.add_parser("better", help="the same dominoes laid better", epilog=CODE))
    _add_kingdoms(commands.add_parser("kingdoms", help="boards of Knizia's Kingdoms to gold", epilog=BOARD))
    return top


def _add_serve(command: argparse.ArgumentParser) -> None:
    reach = command.add_mutually_exclusive_group()
    reach.add_argument(
        "--local",
        action="store_true",
        default=argparse.SUPPRESS,  # said before "serve" already
        help="keep the app to this machine; so does --proxy",
    )
    reach.add_argument("--lan", action="store_true", help="let the phones in the room join, by a QR code; the default")
    command.add_argument("--port", type=_port, help=f"default: the first free from {DEFAULT_PORT}")
    command.add_argument("--listen", type=_own_address, metavar="ADDRESS", help="of this machine; default: all it has")
    command.add_argument("--address", metavar="URL", help=f"where phones reach this server; default: ${ADDRESS_ENV}")
    command.add_argument(
        "--proxy", type=_proxies, default=(), metavar="ADDRESS[,...]", help="whose X-Forwarded-For is believed"
    )
    command.set_defaults(command=_command("serve"))


def _add_read(command: argparse.ArgumentParser) -> None:
    command.add_argument("photos", nargs="+", metavar="PHOTO|FOLDER", help="JPEG, PNG, WebP or HEIC")
    command.add_argument("--corners", type=_corners, metavar='"X,Y X,Y X,Y X,Y"', help="of the grid, from its top left")
    command.add_argument("--grid", type=_rows_by_columns, metavar="5x5", help="rows x columns of the grid at --corners")
    command.add_argument("--squares", choices=("decoded", "raw"), default="decoded", help="raw: whatever was drafted")
    _add_box(command)
    command.add_argument("--tiles", metavar="FILE", help="taught tiles, as crownsight teach or the app saved them")
    command.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="photos read at a time; -1: one per core")
    command.add_argument("--cluster", metavar="ADDRESS", help="read on a Dask cluster, say tcp://10.0.0.5:8786")
    command.add_argument("--json", action="store_true", help="one JSON array, an object per kingdom")
    command.set_defaults(command=_command("read"))


def _add_score(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "kingdoms", nargs="+", metavar="PHOTO|CODE|FILE.json", help="one per player, or games in a file"
    )
    command.add_argument("--player", action="append", default=[], metavar="NAME", help="once per kingdom, in order")
    command.add_argument(
        "--rulebook",
        choices=[rulebook.value for rulebook in Rulebook],
        default=Rulebook.CURRENT.value,
        help="default: %(default)s",
    )
    _add_grid(command)
    _add_bonuses(command)
    _add_box(command)
    _add_yes(command)
    command.add_argument("--quest", action="append", default=[], choices=[*Quest], metavar="QUEST", help=QUESTS)
    command.add_argument("--json", action="store_true", help="one JSON object with standings and sheets")
    command.set_defaults(command=_command("score"))


def _add_check(command: argparse.ArgumentParser) -> None:
    command.add_argument("kingdoms", nargs="+", metavar="PHOTO|CODE", help="those of one game are checked together")
    _add_grid(command)
    _add_box(command)
    command.add_argument(
        "--json",
        action="store_true",
        help="one JSON object; with several kingdoms an object for each in it",
    )
    command.set_defaults(command=_command("check", "check"))


def _add_better(command: argparse.ArgumentParser) -> None:
    command.add_argument("kingdoms", nargs="+", metavar="PHOTO|CODE", help="each is laid anew with its own dominoes")
    _add_grid(command)
    _add_bonuses(command)
    _add_box(command)
    _add_yes(command)
    command.add_argument("--json", action="store_true", help="one JSON array, an object per kingdom")
    command.set_defaults(command=_command("check", "better"))


def _add_kingdoms(command: argparse.ArgumentParser) -> None:
    command.add_argument("boards", nargs="+", metavar="BOARD", help="its text or a file with it, one per epoch")
    command.add_argument("--players", type=int, choices=(2, 3, 4), help="default: as many as colours on the boards")
    command.add_argument("--json", action="store_true", help="one JSON object with epochs and gold")
    command.set_defaults(command=_command("knizia"))


def _add_editions(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("teach", help="the tiles of another edition, by one photo; alone: what to lay for it")
    command.add_argument("photo", nargs="?", metavar="PHOTO", help="of the twelve dominoes round the castle")
    command.add_argument("--kingdom", metavar="CODE", help="the photo shows this one instead, of any box")
    _add_box(command)
    command.add_argument("--tiles", metavar="FILE", help="where to save them, for read --tiles FILE")
    command.set_defaults(command=_command("editions", "teach"))


def _add_keeping(commands: argparse._SubParsersAction[Parser]) -> None:
    command = commands.add_parser("forget", help="forget a table with its games and photos")
    command.add_argument("code", metavar="CODE", help="the code it shows, or the key in its address")
    command.set_defaults(command=_command("tables", "forget"))
    command = commands.add_parser("backup", help="copy all tables into a new file")
    command.add_argument("file", metavar="FILE")
    command.set_defaults(command=_command("tables", "backup"))
    command = commands.add_parser("restore", help="bring back the tables of a backup, or games from BG Stats")
    command.add_argument("file", metavar="FILE")
    command.add_argument("--dry-run", action="store_true", help="print what would be added, and add nothing")
    command.set_defaults(command=_command("tables", "restore"))
    commands.add_parser("doctor", help="check what the app needs, and say what to do").set_defaults(
        command=_command("doctor")
    )


def _add_grid(command: argparse.ArgumentParser) -> None:
    command.add_argument("--grid", type=int, choices=GRIDS, help="default: the smallest that every kingdom fits in")


def _add_bonuses(command: argparse.ArgumentParser) -> None:
    command.add_argument("--harmony", action="store_true", help="5 points for a grid without a gap")
    command.add_argument("--middle-kingdom", action="store_true", help="10 points for the castle in the centre")


def _add_box(command: argparse.ArgumentParser) -> None:
    boxes = [title.value for title in Title if title is not Title.KINGDOMINO]
    command.add_argument(
        "--box", action="append", default=[], choices=boxes, help="on the table too; once for each, any mix"
    )


def _add_yes(command: argparse.ArgumentParser) -> None:
    command.add_argument("--yes", action="store_true", help="a photo that looks unlike known tiles shows a kingdom")


def _corners(text: str) -> tuple[Corner, ...]:
    try:
        points = [tuple(float(number) for number in point.split(",")) for point in text.split()]
    except ValueError:
        points = []
    if [len(point) for point in points] != [2, 2, 2, 2] or not all(
        abs(number) < FARTHEST for number in sum(points, ())
    ):
        raise argparse.ArgumentTypeError(f"four corners look like '10,20 510,22 505,530 8,525', not {quoted(text)}")
    return tuple((x, y) for x, y in points)


def _rows_by_columns(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text, re.ASCII)
    if not match:
        raise argparse.ArgumentTypeError(f"a grid looks like 5x5, rows x columns; not {quoted(text)}")
    return int(match[1]), int(match[2])


def _jobs(text: str) -> int:
    if not re.fullmatch(r"-1|[1-9]\d{0,2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"a number of jobs is 1 or more, or -1 for one per core; not {quoted(text)}")
    return int(text)


def _own_address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"an address to listen at looks like 0.0.0.0, not {quoted(text)}") from None


def _proxies(text: str) -> tuple[str, ...]:
    try:
        named = [ipaddress.ip_network(part.strip()) for part in text.split(",")]
    except ValueError:
        named = []
    if not named or not all(network.prefixlen for network in named):  # anybody's word is nobody's
        raise argparse.ArgumentTypeError(f"a proxy is 127.0.0.1 or 172.16.0.0/12, not {quoted(text)}")
    return tuple(str(network) for network in named)


def _port(text: str) -> int:
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or not 0 < int(text) < 65_536:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {quoted(text)}")
    return int(text)


OUR_FAULT = 1  # exit codes; argparse uses 2 as well
BAD_INPUT = 2
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
NO_ACCESS = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 2 with one sentence on stderr for bad input."""
    if _is_closed(sys.stderr):
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123 - until the process ends
    if _is_closed(sys.stdout):
        print("crownsight: Standard output is closed. Send it to a file, or to /dev/null.", file=sys.stderr)
        return BAD_INPUT
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name the terminal cannot spell is no reason to stop
    try:
        try:
            options = parser().parse_args(arguments)
            status: int = options.command(options)
        finally:
            sys.stdout.flush()  # also the help that a parser prints
    except BadInput as refused:
        print(f"crownsight: {printable(str(refused))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        _write_nothing_more()
        return 0
    except OSError as fault:
        if fault.errno in NO_ACCESS and fault.filename is not None:
            print(f"crownsight: {printable(f'{fault.filename}: {fault.strerror}')}", file=sys.stderr)
            return BAD_INPUT
        if fault.errno not in NO_ROOM:
            return _our_fault(fault)
        _write_nothing_more()
        print("crownsight: The disk is full, and not everything could be written. Free some space.", file=sys.stderr)
        return BAD_INPUT
    except Exception as fault:  # no traceback, whatever happens
        return _our_fault(fault)
    return status


def _is_closed(stream: TextIO | None) -> bool:
    return stream is None  # as Python has it after >&-


def _write_nothing_more() -> None:
    """Have Python's own flush at its end be quiet, where nobody takes what is written any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _our_fault(fault: Exception) -> int:
    told = printable(f"{type(fault).__name__}: {fault}")
    print(f"crownsight: a fault of ours, please report it: {told}", file=sys.stderr)
    return OUR_FAULT
