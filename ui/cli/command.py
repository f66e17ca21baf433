"""What every command has in common: its arguments, and how it ends when something is wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from ui.cli.arguments import parser
from ui.cli.inputs import BadInput, printable

OUR_FAULT = 1  # exit codes; argparse uses 2 as well
BAD_INPUT = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0, or 2 with one sentence on stderr for bad input."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a name the terminal cannot spell is no reason to stop
    try:
        options = parser().parse_args(arguments)
        status: int = options.command(options)
        sys.stdout.flush()
    except BadInput as refused:
        print(f"crownsight: {printable(str(refused))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader, say `head`, has seen enough
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno()
        )  # so that Python's own flush at exit is quiet too
        return 0
    except Exception as fault:  # no traceback, whatever happens
        told = printable(f"{type(fault).__name__}: {fault}")
        print(f"crownsight: a fault of ours, please report it: {told}", file=sys.stderr)
        return OUR_FAULT
    return status
