"""JSON Lines: a file of results that grows by a line for each photo and is continued after a stop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import NamedTuple

from ui.cli.boards import Json
from ui.cli.inputs import BadInput
from ui.system.file_locks import HeldError, hold

START = b'{"photo": '  # of every line
Answers = dict[str, bool]  # photo -> whether it could be read


class Results(NamedTuple):
    """A file of results in hand: the photos it answers, and how to add one more."""

    answers: Answers
    add: Callable[[Json], None]


@contextmanager
def continued(file: Path) -> Iterator[Results]:
    """Add results to a file, each with the system before the next; what was half written is cut off first.

    The file is this run's alone meanwhile. Raises BadInput where it is another's, cannot be written to, or holds
    something else.
    """
    with _writing_to(file):
        if file.exists() and not file.is_file():
            raise BadInput(f"{file} is no file that results can be added to")
        results = file.open("a+b", buffering=0)
    with results:
        with _writing_to(file):
            _hold(results, file)
            results.seek(0)
            whole = _whole_lines(results.readall(), file)
        answers = _answers(whole, file)
        with _writing_to(file):
            results.truncate(len(whole))

        def add(result: Json) -> None:
            rest = json.dumps(result).encode() + b"\n"
            with _writing_to(file):
                while rest:
                    rest = rest[results.write(rest) :]

        yield Results(answers, add)


@contextmanager
def _writing_to(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise BadInput(f"{file} cannot be written to: {fault.strerror}") from fault


def _hold(results: FileIO, file: Path) -> None:
    """Keep other runs away from the file until it is closed; raises BadInput if one has it."""
    try:
        hold(results)
    except HeldError as held:
        holder = f"process {held.process}" if held.process else "another run"
        raise BadInput(f"{holder} adds to {file}; wait for it, or name another file") from None


def _answers(whole: bytes, file: Path) -> Answers:
    """The photos that these lines answer; raises BadInput for lines of something else."""
    answers: Answers = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            answer = json.loads(line)
            answers[answer["photo"]] = "error" not in answer
        except (ValueError, TypeError, KeyError):
            raise BadInput(f"line {number} of {file} is no result of crownsight read") from None
    return answers


def _whole_lines(stored: bytes, file: Path) -> bytes:
    """What is stored without a last line that was cut short; raises BadInput if it is no such line."""
    end = stored.rfind(b"\n") + 1
    whole, rest = stored[:end], stored[end:]
    if not (rest.startswith(START) or START.startswith(rest)):
        raise BadInput(f"{file} holds something else; name a new file")
    return whole
