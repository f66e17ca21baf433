"""``crownsight read``: photos to kingdom codes, confidences and warnings."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ui.cli.boards import Json, described, drawing, square_json
from ui.cli.inputs import BadInput, is_file
from ui.cli.jsonl import continued
from ui.cli.photo_files import photos_named

if TYPE_CHECKING:
    from vision import Reading, SquareReading

DOUBTFUL = 0.9  # confidence below which a square is named for a second look


class Asked(NamedTuple):
    """How to read the photos: where the grid lies, if that is known, and whether the dominoes have a say."""

    corners: tuple[tuple[float, float], ...] | None
    grid: tuple[int, int] | None  # rows, columns
    decoded: bool


class Seen(NamedTuple):
    """What came of one photo: its kingdoms, or why there are none.

    ``out_of_reach`` says that its file could not be had, which may be another time: that is no answer.
    """

    photo: str
    readings: tuple[Reading, ...] = ()
    error: str | None = None
    out_of_reach: bool = False


def run(options: Namespace) -> int:
    """Print what is in every photo, in their order; 2 if one of them could not be read."""
    if bool(options.corners) != bool(options.grid):
        raise BadInput("--corners and --grid go together: where the grid lies, and its rows and columns")
    if options.json and options.lines:
        raise BadInput("--json and --lines are two forms of the same results; choose one")
    photos = photos_named(options.photos)
    return _into_lines(options, photos) if options.lines else _onto_screen(options, photos)


def _into_lines(options: Namespace, photos: Sequence[str]) -> int:
    """Answer the photos that the file does not answer yet."""
    wanted, left = dict.fromkeys(photos), 0
    with continued(Path(options.lines)) as (answers, add):
        missing = [photo for photo in wanted if photo not in answers]
        there = len(wanted) - len(missing)
        for seen in _complaining(_seen(options, missing), len(missing), there) if missing else ():
            if seen.out_of_reach:
                left += 1
            else:
                add(_line(seen))
                answers[seen.photo] = seen.error is None
    unread = sum(not answers.get(photo, True) for photo in wanted)
    told = f"photos read now {len(missing) - left}, there before {there}, without a kingdom {unread}"
    print(f"{options.lines}: {told}" + (f", out of reach {left}: run this again for them" if left else ""))
    return 2 if unread or left else 0


def _onto_screen(options: Namespace, photos: Sequence[str]) -> int:
    failed = False
    objects: list[Json] = []
    for seen in _complaining(_seen(options, photos), len(photos), hidden=not options.json and sys.stdout.isatty()):
        failed = failed or seen.error is not None
        if options.json:
            objects += _objects(seen)
        else:
            print("".join(_text(seen.photo, reading) for reading in seen.readings), end="", flush=True)
    if options.json:
        print(json.dumps(objects, indent=1))
    return 2 if failed else 0


def _complaining(outcomes: Iterator[Seen], number: int, before: int = 0, *, hidden: bool = False) -> Iterator[Seen]:
    """The outcomes with a bar on a terminal that shows how far they are, and a line for each that went wrong."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    away = hidden or before + number == 1 or not sys.stderr.isatty()
    for seen in tqdm(outcomes, total=before + number, initial=before, unit="photo", disable=away):
        if seen.error is not None:
            tqdm.write(f"crownsight: {seen.photo}: {seen.error}", file=sys.stderr)
        yield seen


def fetched(photo: str) -> bytes | Seen:
    """The contents of a photo's file, or why they cannot be had."""
    from vision.photo.photo import PhotoError, contents

    try:
        return contents(photo)
    except PhotoError as unreadable:
        out_of_reach = isinstance(unreadable.__cause__, OSError) or not is_file(photo)
        return Seen(photo, error=str(unreadable), out_of_reach=out_of_reach)


def look_at(photo: str, contents: bytes | Seen, asked: Asked) -> Seen:
    """Read one photo from its contents; runs in a thread or on another machine."""
    if isinstance(contents, Seen):
        return contents
    import numpy as np

    from vision import NoKingdomFound, PhotoError, read

    corners = None if asked.corners is None else np.array(asked.corners, np.float32)
    try:
        found = read(contents, corners=corners, grid=asked.grid, decoded=asked.decoded)
    except (PhotoError, NoKingdomFound) as unreadable:
        return Seen(photo, error=str(unreadable))
    return Seen(photo, tuple(found))


def _look_at_file(photo: str, asked: Asked) -> Seen:
    return look_at(photo, fetched(photo), asked)


def _seen(options: Namespace, photos: Sequence[str]) -> Iterator[Seen]:
    """The outcome of every photo, in order, each as soon as those before it are there."""
    asked = Asked(options.corners, options.grid, decoded=options.squares == "decoded")
    if options.cluster is not None:
        from ui.cli.cluster import read_on_cluster

        return read_on_cluster(options.cluster, photos, asked)
    from joblib import Parallel, delayed

    # Decoding, warping and the networks all run outside Python's lock, so that threads are enough on one machine.
    in_threads: Callable[..., Iterator[Seen]] = Parallel(n_jobs=options.jobs, prefer="threads", return_as="generator")
    return in_threads(delayed(_look_at_file)(photo, asked) for photo in photos)


def _objects(seen: Seen) -> list[Json]:
    if seen.error is not None:
        return [{"photo": seen.photo, "error": seen.error}]
    return [{"photo": seen.photo, **_object(reading)} for reading in seen.readings]


def _line(seen: Seen) -> Json:
    """One photo with all its kingdoms, so that a line is the whole answer."""
    if seen.error is not None:
        return {"photo": seen.photo, "error": seen.error}
    return {"photo": seen.photo, "kingdoms": [_object(reading) for reading in seen.readings]}


def _object(reading: Reading) -> Json:
    return {
        "grid": {"rows": reading.kingdom.height, "cols": reading.kingdom.width},
        "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.corners],
        "code": str(reading.kingdom),
        "squares": [[_square_object(square) for square in row] for row in reading.squares],
        "legal": bool(reading.legal),
        "sure": bool(reading.sure),
        "warnings": [str(warning) for warning in reading.warnings],
        "seconds": round(float(reading.seconds), 3),
    }


def _square_object(seen: SquareReading) -> Json:
    alternative = None if seen.alternative is None else square_json(seen.alternative)
    return {**square_json(seen.square), "confidence": round(float(seen.confidence), 4), "alternative": alternative}


def _text(photo: str, reading: Reading) -> str:
    kingdom = reading.kingdom
    trust = "sure" if reading.sure else "please check"
    lines = [f"{photo}: {kingdom.height} x {kingdom.width}, {trust}", drawing(kingdom), f"  {kingdom}"]
    lines += [f"  Look at {doubt}" for doubt in _doubts(reading)]
    lines += [f"  {warning}" for warning in reading.warnings]
    return "\n".join(lines) + "\n\n"


def _doubts(reading: Reading) -> Iterator[str]:
    for row, squares in enumerate(reading.squares, start=1):
        for column, seen in enumerate(squares, start=1):
            if seen.confidence < DOUBTFUL:
                otherwise = f", or {described(seen.alternative)}" if seen.alternative else ""
                yield f"row {row}, column {column}: {described(seen.square)} ({seen.confidence:.0%}){otherwise}."
