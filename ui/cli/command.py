"""What every command has in common: its arguments, and how it ends when something is wrong."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from ui.cli.arguments import parser
from ui.cli.inputs import BadInput, printable

OUR_FAULT = 1  # exit codes; argparse uses 2 as well
BAD_INPUT = 2
INTERRUPTED = 130
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 2 with one sentence on stderr for bad input."""
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
        if fault.errno not in NO_ROOM:
            return _our_fault(fault)
        _write_nothing_more()
        print("crownsight: The disk is full, and not everything could be written. Free some space.", file=sys.stderr)
        return BAD_INPUT
    except Exception as fault:  # no traceback, whatever happens
        return _our_fault(fault)
    return status


def _write_nothing_more() -> None:
    """Have Python's own flush at its end be quiet, where nobody takes what is written any more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _our_fault(fault: Exception) -> int:
    told = printable(f"{type(fault).__name__}: {fault}")
    print(f"crownsight: a fault of ours, please report it: {told}", file=sys.stderr)
    return OUR_FAULT
