"""``crownsight read``: photos to kingdom codes, doubts and warnings."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ui.cli.editions import edition_named
from ui.cli.inputs import BadInput, box_named, printable
from ui.cli.outcome import Outcome, Request, fetched, photos_named, read_contents, read_views_of
from ui.cli.sheets import Json, described, drawing, square_json

Corners = Sequence[tuple[float, float]]

MOST_NAMED = 5  # files that are left out; all are counted
UNKNOWN = "unknown"  # a tile that looks like none the reader knows: neither a terrain nor a gap

if TYPE_CHECKING:
    from scoring import Position
    from vision import Reading, SquareReading
    from vision.squares.edition import Edition


def run(options: Namespace) -> int:
    """Print what is in every photo, in their order; 2 if one of them could not be read. Raises BadInput."""
    if bool(options.corners) != bool(options.grid):
        raise BadInput("--corners and --grid go together: where the grid lies, and its rows and columns")
    if options.same and (options.corners or options.cluster or options.squares != "decoded"):
        raise BadInput("--same reads the photos of one kingdom as they are; leave the other options away but --json")
    from vision.photo.memory import prepare_process  # slow to import

    prepare_process()
    photos, left_out = photos_named(options.photos)
    if left_out:
        named, more = ", ".join(left_out[:MOST_NAMED]), ", ..." if len(left_out) > MOST_NAMED else ""
        print(printable(f"crownsight: no photos, and left out: {len(left_out)} ({named}{more})"), file=sys.stderr)
    if options.same:
        return _as_one(photos, options)
    return _one_by_one(photos, options)


def _as_one(photos: Sequence[str], options: Namespace) -> int:
    outcome = read_views_of(photos, box_named(options.box), _edition(options))
    (reading,) = outcome.readings or (None,)
    if outcome.error is not None or reading is None:
        print(printable(f"crownsight: {outcome.photo}: {outcome.error}"), file=sys.stderr)
        found: Json = {"photos": list(photos), "error": outcome.error}
    else:
        corners = [_corners_object(each) for each in reading.corners_by_photo]
        found = {"photos": list(photos), **_object(reading), "corners": corners}
    if options.json:
        print(json.dumps([found], indent=1))
    elif reading is not None:
        print(_text(outcome.photo, reading), end="")
    return 2 if reading is None else 0


def _one_by_one(photos: Sequence[str], options: Namespace) -> int:
    failed = False
    objects: list[Json] = []
    for outcome in _reported(_outcomes(options, photos), len(photos), hidden=not options.json and sys.stdout.isatty()):
        failed = failed or outcome.error is not None
        if options.json and outcome.error is not None:
            objects.append({"photo": outcome.photo, "error": outcome.error})
        elif options.json:
            objects += ({"photo": outcome.photo, **_object(reading)} for reading in outcome.readings)
        else:
            print("".join(_text(outcome.photo, reading) for reading in outcome.readings), end="", flush=True)
    if options.json:
        print(json.dumps(objects, indent=1))
    return 2 if failed else 0


def _reported(outcomes: Iterator[Outcome], number: int, *, hidden: bool) -> Iterator[Outcome]:
    """The outcomes with a bar on a terminal that shows how far they are, and a line for each that went wrong."""
    if hidden or number == 1 or not sys.stderr.isatty():
        yield from _named(outcomes, partial(print, file=sys.stderr))
        return
    from tqdm import tqdm  # type: ignore[import-untyped]  # slow to import, and not needed for one photo

    bar = tqdm(outcomes, total=number, unit="photo")
    yield from _named(bar, partial(tqdm.write, file=sys.stderr))


def _named(outcomes: Iterable[Outcome], tell: Callable[[str], object]) -> Iterator[Outcome]:
    for outcome in outcomes:
        if outcome.error is not None:
            tell(printable(f"crownsight: {outcome.photo}: {outcome.error}"))
        yield outcome


def _read_file(photo: str, request: Request) -> Outcome:
    return read_contents(photo, fetched(photo), request)


def _outcomes(options: Namespace, photos: Sequence[str]) -> Iterator[Outcome]:
    decoded, box = options.squares == "decoded", box_named(options.box)
    request = Request(options.corners, options.grid, decoded=decoded, box=box, edition=_edition(options))
    if options.cluster is not None:
        from ui.cli.outcome import read_on_cluster

        return read_on_cluster(options.cluster, photos, request)
    if len(photos) == 1:
        return (_read_file(photo, request) for photo in photos)
    from joblib import Parallel, delayed  # slow to import, and not needed for one photo

    # Decoding, warping and the networks all run outside Python's lock, so that threads are enough on one machine.
    in_threads: Callable[..., Iterator[Outcome]] = Parallel(
        n_jobs=options.jobs, prefer="threads", return_as="generator"
    )
    return in_threads(delayed(_read_file)(photo, request) for photo in photos)


def _edition(options: Namespace) -> Edition | None:
    """The taught edition that is named, if one is. Raises BadInput."""
    return edition_named(options.edition) if options.edition else None


def _object(reading: Reading) -> Json:
    return {
        "grid": {"rows": reading.kingdom.height, "cols": reading.kingdom.width},
        "corners": _corners_object(reading.corners),
        "code": str(reading.kingdom),
        "squares": [
            [_square_object(square, reading, (row, column)) for column, square in enumerate(squares)]
            for row, squares in enumerate(reading.squares)
        ],
        "legal": bool(reading.legal),
        "sure": bool(reading.sure),
        "warnings": [str(warning) for warning in reading.warnings],
        "seconds": round(float(reading.seconds), 3),
        "edition": reading.printing,
        "castle": reading.castle,
        "castle_confidence": round(float(reading.castle_confidence), 4) if reading.castle else None,
    }


def _corners_object(corners: Corners) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in corners]


def _square_object(seen: SquareReading, reading: Reading, at: Position) -> Json:
    alternative = None if seen.alternative is None else square_json(seen.alternative)
    square = square_json(seen.square) | ({"terrain": UNKNOWN} if at in reading.unknown else {})
    read = {**square, "confidence": round(float(seen.confidence), 4), "alternative": alternative}
    return {**read, "hidden": round(reading.hidden[at], 2)} if at in reading.hidden else read


def _text(photo: str, reading: Reading) -> str:
    kingdom = reading.kingdom
    trust = "sure" if reading.sure else "please check"
    named = f"{printable(photo)}: {kingdom.height} x {kingdom.width}, {trust}"
    lines = [named, drawing(kingdom, reading.unknown), f"  {kingdom}"]
    lines += [f"  Please check: {doubt}" for doubt in _doubts(reading)]
    lines += [f"  {warning}" for warning in reading.warnings]
    return "\n".join(lines) + "\n\n"


def _doubts(reading: Reading) -> Iterator[str]:
    """The doubtful squares in words; their confidences, which processors round differently, are in the JSON alone."""
    for row, column in sorted(reading.doubtful):
        square = reading.squares[row][column]
        otherwise = f" or {described(square.alternative)}" if square.alternative else ""
        known = UNKNOWN if (row, column) in reading.unknown else f"{described(square.square)}{otherwise}"
        yield f"row {row + 1}, column {column + 1}, {known}."
