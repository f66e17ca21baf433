"""A file of results, a line of JSON for each photo, that grows while photos are read and is continued after a stop."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ui.cli.boards import Json
from ui.cli.inputs import BadInput

START = b'{"photo": '  # of every line
Answers = dict[str, bool]  # photo -> whether it could be read


def answers_in(file: Path) -> Answers:
    """The photos that a file of results answers; a half-written last line counts as none.

    Raises BadInput for a file of something else.
    """
    whole = _whole_lines(file)
    answers: Answers = {}
    for number, line in enumerate(whole.splitlines(), start=1):
        try:
            answer = json.loads(line)
            answers[answer["photo"]] = "error" not in answer
        except (ValueError, TypeError, KeyError):
            raise BadInput(f"line {number} of {file} is no result of crownsight read") from None
    return answers


@contextmanager
def continued(file: Path) -> Iterator[Callable[[Json], None]]:
    """Append results to a file, each with the system before the next; what was half written is cut off first.

    Raises BadInput where the file cannot be written to.
    """
    whole = _whole_lines(file)
    with _writing_to(file):
        results = file.open("ab", buffering=0)
    with results:
        with _writing_to(file):
            results.truncate(len(whole))

        def add(result: Json) -> None:
            rest = json.dumps(result).encode() + b"\n"
            with _writing_to(file):
                while rest:
                    rest = rest[results.write(rest) :]

        yield add


@contextmanager
def _writing_to(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise BadInput(f"{file} cannot be written to: {fault.strerror}") from fault


def _whole_lines(file: Path) -> bytes:
    """A file's contents without a last line that was cut short; raises BadInput if it is no such line."""
    try:
        if file.exists() and not file.is_file():
            raise BadInput(f"{file} is no file that results can be added to")
        stored = file.read_bytes() if file.exists() else b""
    except OSError as fault:
        raise BadInput(f"{file} cannot be read: {fault.strerror}") from fault
    end = stored.rfind(b"\n") + 1
    whole, rest = stored[:end], stored[end:]
    if not (rest.startswith(START) or START.startswith(rest)):
        raise BadInput(f"{file} holds something else; name a new file")
    return whole
