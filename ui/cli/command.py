"""The ``crownsight`` command: arguments and error handling."""

from __future__ import annotations

import argparse
import errno
import os
import re
import signal
import sys
import textwrap
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn, TypeAlias

from scoring import Rulebook
from scoring.rules import GRIDS
from ui.cli import INTERRUPTED
from ui.cli.argument_types import (
    BOXES,
    QUESTS,
    parse_address,
    parse_box,
    parse_corners,
    parse_grid_size,
    parse_jobs,
    parse_port,
    parse_proxies,
    parse_quest,
    suggest,
)
from ui.cli.inputs import BadInput, UsageError, printable, quote
from ui.system import ADDRESS_ENV, DEFAULT_PORT

CODE = (
    "A kingdom code is one line: rows from top to bottom, separated by /; w f l g s m for wheat, forest, lake, "
    "grassland, swamp and mine, with 1-3 for crowns; C the castle, . empty"
)
BOARD = (
    "A board is 5 rows of 6 spaces: rows separated by /, spaces by blanks; +1 to +6 a resource, -1 to -6 a hazard, "
    "M a mountain, D the dragon, G the gold mine, W the wizard, r b y g with a rank a castle, . free"
)
WITH_PIECES = (
    f"{CODE}, t a town. Pieces follow, a comma before each: giant@1.2x2 in row 1, column 2, token@1.2, farmer@1.3, "
    "building@2.1:crowns:1, coins:8, towers:1, knights:2, queen"
)
EXIT_CODES = "Exit codes: 0 done, 1 failed or not legal, 2 wrong usage, 130 interrupted."
HELP_WIDTH = 100  # characters


CLEANS_UP = ("serve", "tables", "editions")  # modules of commands that Ctrl-C must let finish what they write
Command = Callable[[argparse.Namespace], int]
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def _command(module: str, name: str = "run") -> Command:
    """Return a command whose module is imported when it runs, so that others start faster."""

    def run(options: argparse.Namespace) -> int:
        if module in CLEANS_UP:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command: Command = getattr(import_module(f"ui.cli.{module}"), name)
        return command(options)

    return run


class Parser(argparse.ArgumentParser):
    """An argument parser that complains in one sentence and suggests what was meant."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **settings)
        self.commands: dict[str, Parser] = {}

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and a close match, and exit."""
        if wrong := re.match(r"argument COMMAND: invalid choice: '(.*)' \(choose", message):
            message = f"there is no command {quote(wrong[1])}{suggest(wrong[1], self.commands)}"
        elif wrong := re.match(r"unrecognized arguments: (--[\w-]+)", message):
            known = [option for one in (self, *self.commands.values()) for option in one.options()]
            message = f"there is no option {wrong[1]} here{suggest(wrong[1], known)}"
        self.exit(USAGE, printable(f"{self.prog}: {message}; see {self.prog} --help") + "\n")

    def options(self) -> list[str]:
        """Return the names of the options, as the help shows them."""
        return re.findall(r"--[a-z-]+", self.format_usage())

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse itself ignores a full disk."""
        print(self.format_help(), end="", file=file)


class Version(argparse.Action):
    """Print the version, which is looked up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_given: object) -> NoReturn:
        from ui.system import PACKAGE, get_version

        print(PACKAGE, get_version())
        parser.exit()


def parser() -> Parser:
    """Return the parser of the whole command; ``options.command(options)`` runs the command."""
    top = Parser(
        prog="crownsight",
        description="Score Kingdomino from a photo. Without a command, serve the app to phones on the same network.",
        epilog=_epilog("", "--port 8600", "read photo.jpg", "score photo.jpg --player Ana", "COMMAND --help"),
    )
    top.set_defaults(
        command=_command("serve"),
        local=False,
        lan=False,
        port=None,
        listen=None,
        address=None,
        proxy=(),
        log_json=False,
    )
    top.add_argument("--version", action=Version, nargs=0, help="show the version")
    _add_serve_options(top)
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    top.commands = commands.choices
    for add_command in (_add_serve, _add_read, _add_score, _add_teach, _add_keeping, _add_check, _add_better):
        add_command(commands)
    _add_kingdoms(commands)
    return top


def _add_command(
    commands: Commands, name: str, text: str, description: str, *examples: str, notes: str = "", run: Command
) -> Parser:
    """Add a command with its help, a description of one or two sentences, and examples."""
    command = commands.add_parser(
        name, help=text, description=_wrap(description), epilog=_epilog(*examples, notes=notes)
    )
    command.set_defaults(command=run)
    return command


def _epilog(*examples: str, notes: str = "") -> str:
    shown = "\n".join(["examples:", *(f"  crownsight {example}".rstrip() for example in examples)])
    return "\n\n".join([shown, *([_wrap(notes)] if notes else []), EXIT_CODES])


def _wrap(text: str) -> str:
    return textwrap.fill(text, HELP_WIDTH, break_on_hyphens=False)


def _add_serve(commands: Commands) -> None:
    command = _add_command(
        commands,
        "serve",
        "serve the app in the browser; the default command",
        "Serve the app until Ctrl-C. Phones on the same network join with the QR code.",
        "serve",
        "serve --local",
        "serve --port 8501 --proxy 127.0.0.1 --address https://crowns.example.org",
        run=_command("serve"),
    )
    _add_serve_options(command)


def _add_serve_options(command: argparse.ArgumentParser) -> None:
    """Add the options of ``serve``; the top parser has their defaults, since they may precede the command."""
    reach = partial(command.add_mutually_exclusive_group().add_argument, action="store_true", default=argparse.SUPPRESS)
    reach("--local", help="let only this computer open the app")
    reach("--lan", help="let phones on the same network join, also with --proxy")
    add = partial(command.add_argument, default=argparse.SUPPRESS)
    add("--port", type=parse_port, help=f"default: the first free one from {DEFAULT_PORT}")
    add("--listen", type=parse_address, metavar="ADDRESS", help="address of this machine; default: all it has")
    add("--address", metavar="URL", help=f"where phones reach this server; default: ${ADDRESS_ENV}")
    add("--proxy", type=parse_proxies, metavar="ADDRESS[,...]", help="trust X-Forwarded-For of these proxies")
    add("--log-json", action="store_true", help="log JSON lines to stderr, even if it is a terminal")


def _add_read(commands: Commands) -> None:
    command = _add_command(
        commands,
        "read",
        "read kingdoms from photos; print their codes and what to check",
        "Read the kingdoms in photos and list squares it is unsure about. The exit code is 1 if a photo has none.",
        "read photo.jpg",
        "read photos/ --jobs 4 --json",
        "read - < photo.jpg",
        run=_command("read"),
    )
    add, corners = command.add_argument, '"X,Y X,Y X,Y X,Y"'
    add("photos", nargs="+", metavar="PHOTO|FOLDER", help="JPEG, PNG, WebP or HEIC; - reads standard input")
    add("--corners", type=parse_corners, metavar=corners, help="corners of the grid in pixels, top left first")
    add("--grid", type=parse_grid_size, metavar="5x5", help="rows x columns of the grid in --corners")
    raw = "raw: classifier output, not checked against dominoes"
    add("--squares", choices=("decoded", "raw"), default="decoded", help=raw)
    _add_box(command)
    add("--tiles", metavar="FILE", help="taught tiles, as crownsight teach or the app saved them")
    add("--jobs", type=parse_jobs, default=1, metavar="N", help="photos to read at a time; -1: one per core")
    add("--cluster", metavar="ADDRESS", help="read on a Dask cluster, say tcp://10.0.0.5:8786")
    _add_json(command, "array, one object per kingdom")


def _add_score(commands: Commands) -> None:
    command = _add_command(
        commands,
        "score",
        "score kingdoms (photos or codes) and rank the players",
        "Score one kingdom for each player, or the games in a file, and say who won and why.",
        "score ana.jpg ben.jpg --player Ana --player Ben",
        'score "wwwff/wCfff/llf1fw/lllws/gggws1" --middle-kingdom',
        "score - < game.json",
        notes=WITH_PIECES,
        run=_command("score"),
    )
    add = command.add_argument
    _add_kingdom_arguments(command, "one per player, or a file with games", "PHOTO|CODE|FILE.json")
    add("--player", action="append", default=[], metavar="NAME", help="name of a player; once per kingdom, in order")
    rulebooks = [rulebook.value for rulebook in Rulebook]
    add("--rulebook", choices=rulebooks, default=Rulebook.CURRENT.value, help="default: %(default)s")
    _add_grid(command)
    _add_bonuses(command)
    _add_box(command)
    _add_yes(command)
    quests = f"repeat for several: {', '.join(QUESTS)}"
    add("--quest", action="append", default=[], type=parse_quest, metavar="QUEST", help=quests)
    _add_json(command, "object with standings and score sheets")


def _add_teach(commands: Commands) -> None:
    command = _add_command(
        commands,
        "teach",
        "learn the tiles of another edition from one photo",
        "Learn how the tiles of another edition look. Without a photo, print which twelve dominoes to lay.",
        "teach",
        "teach lesson.jpg --tiles my-box.json",
        run=_command("editions", "teach"),
    )
    command.add_argument("photo", nargs="?", metavar="PHOTO", help="photo of the twelve dominoes around the castle")
    command.add_argument("--kingdom", metavar="CODE", help="the photo shows this kingdom instead, of any box")
    _add_box(command)
    command.add_argument("--tiles", metavar="FILE", help="where to save them, for read --tiles FILE")


def _add_keeping(commands: Commands) -> None:
    forget = _add_command(
        commands,
        "forget",
        "delete a table with its games and photos",
        "Delete a table with its games, players and photos.",
        "forget 7KQ2",
        run=_command("tables", "forget"),
    )
    forget.add_argument("code", metavar="CODE", help="join code of the table, or the key in its address")
    backup = _add_command(
        commands,
        "backup",
        "copy all tables into a new file",
        "Copy all tables into a new file, also while a server runs. An existing file is not overwritten.",
        "backup games.sqlite3",
        'backup "games-$(date +%F).sqlite3"',
        run=_command("tables", "backup"),
    )
    backup.add_argument("file", metavar="FILE", help="new file")
    restore = _add_command(
        commands,
        "restore",
        "add the tables of a backup, or games from BG Stats",
        "Add the tables of a backup that are missing here, or the games of a file of the app or of BG Stats.",
        "restore games.sqlite3",
        "restore BGStatsExport.json --dry-run",
        run=_command("tables", "restore"),
    )
    restore.add_argument("file", metavar="FILE", help="backup, saved games, or an export of BG Stats")
    restore.add_argument("--dry-run", action="store_true", help="print what would be added, and add nothing")
    doctor = _add_command(
        commands,
        "doctor",
        "check that everything the app needs is installed",
        "Check the installation, the data folder and the network. Nothing is changed. The exit code is 1 if something "
        "necessary is missing.",
        "doctor",
        "doctor --json",
        run=_command("doctor"),
    )
    _add_json(doctor, "array, one object per check")


def _add_check(commands: Commands) -> None:
    command = _add_command(
        commands,
        "check",
        "check whether kingdoms can be built from the dominoes of one box",
        "Print an order in which a kingdom can be built, or what is wrong. The exit code is 1 if one is not legal.",
        'check "C w f / . l1 l"',
        "check table.jpg --json",
        notes=WITH_PIECES,
        run=_command("check", "check"),
    )
    _add_kingdom_arguments(command, "several are checked as one game")
    _add_grid(command)
    _add_box(command)
    _add_json(command, "object; for several kingdoms, one with an object for each")


def _add_better(commands: Commands) -> None:
    command = _add_command(
        commands,
        "better",
        "find a better arrangement of the same dominoes",
        "Print a legal arrangement of the same dominoes that scores more. The exit code is 1 if one is illegal.",
        'better "wwwff/wCfff/llf1fw/lllws/gggws1"',
        notes=CODE,
        run=_command("check", "better"),
    )
    _add_kingdom_arguments(command, "each is rearranged by itself")
    _add_grid(command)
    _add_bonuses(command)
    _add_box(command)
    _add_yes(command)
    _add_json(command, "array, one object per kingdom")


def _add_kingdoms(commands: Commands) -> None:
    command = _add_command(
        commands,
        "kingdoms",
        "score Reiner Knizia's game Kingdoms (not Kingdomino)",
        "Score the boards of up to three epochs of Reiner Knizia's game Kingdoms.",
        "kingdoms epoch-1.txt epoch-2.txt --players 3",
        notes=BOARD,
        run=_command("knizia"),
    )
    command.add_argument("boards", nargs="+", metavar="BOARD", help="text of a board or a file with it, one per epoch")
    command.add_argument("--players", type=int, choices=(2, 3, 4), help="default: the number of colours on the boards")
    _add_json(command, "object with epochs and gold")


def _add_kingdom_arguments(command: argparse.ArgumentParser, text: str, metavar: str = "PHOTO|CODE") -> None:
    command.add_argument("kingdoms", nargs="+", metavar=metavar, help=f"{text}; - reads standard input")


def _add_json(command: argparse.ArgumentParser, what: str) -> None:
    command.add_argument("--json", action="store_true", help=f"print a JSON {what}")


def _add_grid(command: argparse.ArgumentParser) -> None:
    command.add_argument("--grid", type=int, choices=GRIDS, help="default: the smallest that fits every kingdom")


def _add_bonuses(command: argparse.ArgumentParser) -> None:
    command.add_argument("--harmony", action="store_true", help="5 points for a grid without a gap")
    command.add_argument("--middle-kingdom", action="store_true", help="10 points for the castle in the centre")


def _add_box(command: argparse.ArgumentParser) -> None:
    text = f"expansion in play; repeat for several: {', '.join(BOXES)}"
    command.add_argument("--box", action="append", default=[], type=parse_box, metavar="BOX", help=text)


def _add_yes(command: argparse.ArgumentParser) -> None:
    command.add_argument("--yes", action="store_true", help="accept photos that may not show a kingdom")


FAILED, USAGE = 1, 2  # exit codes
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
NO_ACCESS = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG, errno.ELOOP)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code, see EXIT_CODES; help and wrong usage exit at once.

    What went wrong is printed on one line of stderr.
    """
    if sys.stderr is None:  # after 2>&-
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123 - until the process ends
    if sys.stdout is None:  # after >&-
        print("crownsight: Standard output is closed. Send it to a file, or to /dev/null.", file=sys.stderr)
        return FAILED
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
        return USAGE if isinstance(refused, UsageError) else FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        _write_nothing_more()
        return 0
    except OSError as fault:
        if fault.errno in NO_ACCESS and fault.filename is not None:
            print(f"crownsight: {printable(f'{fault.filename}: {fault.strerror}')}", file=sys.stderr)
            return FAILED
        if fault.errno not in NO_ROOM:
            return _internal_error(fault)
        _write_nothing_more()
        print("crownsight: The disk is full, and not everything could be written. Free some space.", file=sys.stderr)
        return FAILED
    except Exception as fault:  # no traceback, whatever happens
        return _internal_error(fault)
    return status


def _write_nothing_more() -> None:
    """Have Python's own flush at its end be quiet, where nobody takes what is written any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _internal_error(fault: Exception) -> int:
    told = printable(f"{type(fault).__name__}: {fault}")
    print(f"crownsight: internal error, please report it: {told}", file=sys.stderr)
    return FAILED
