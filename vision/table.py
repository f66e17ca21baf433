"""The photos of one game: all kingdoms are laid from one box, and no domino lies twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from scoring.message import Message, message
from scoring.one_box import Conflict, conflicts
from vision.decode.decode import decode_table
from vision.photo.photo import Photo
from vision.reading import Reading, readings
from vision.sight import Sight, look_for_kingdoms
from vision.squares.lessons import Lessons


def read_table(sources: Sequence[bytes | str | Path | Photo], *, lessons: Lessons | None = None) -> list[list[Reading]]:
    """The kingdoms in each photo of one game, as ``read`` gives them, with no domino used twice among them all.

    Where that would make them too improbable, for they are not of one game or one of them was photographed twice, each
    is read for itself. Kingdoms that still claim the same domino are warned of, and not sure; a warning counts the
    kingdoms of all photos in order: kingdom 1, kingdom 2 ...

    Raises what ``read`` raises for the first photo that cannot be read.
    """
    found = read_together([look_for_kingdoms(source, lessons=lessons) for source in sources])
    everyone = [reading for kingdoms in found for reading in kingdoms]
    claims = conflicts({_name(number): reading.kingdom for number, reading in enumerate(everyone, start=1)})
    numbers = iter(range(1, len(everyone) + 1))
    return [[_warned(reading, _name(next(numbers)), claims) for reading in kingdoms] for kingdoms in found]


def read_together(sights: Sequence[Sight]) -> list[list[Reading]]:
    """``read_table`` for photos that have been looked at, without its warnings: ask ``scoring.conflicts``."""
    start = perf_counter()
    answers = iter(
        decode_table([look for sight in sights for look in sight.looks], [o for s in sights for o in s.occupancies])
    )
    seconds = perf_counter() - start
    return [readings(sight, [next(answers) for _ in sight.places], seconds) for sight in sights]


def _name(number: int) -> Message:
    return message("kingdom {number}", number=number)


def _warned(reading: Reading, name: Message, found: Sequence[Conflict[Message]]) -> Reading:
    claims = [conflict for conflict in found if name in [claim.player for claim in conflict.claims]]
    texts = tuple(message("{conflict}.", conflict=conflict.text) for conflict in claims)
    return replace(reading, warnings=reading.warnings + texts, sure=reading.sure and not texts)
