"""``crownsight replay``: a report on a reading, read again here, and what differs."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ui.cli.boards import Json, described, square_json
from ui.cli.inputs import BadInput, box_named, quoted
from ui.table.codec import FormatError
from ui.table.report import MOST_BYTES, Report, report_in

if TYPE_CHECKING:
    from scoring import Box, Position, Square
    from ui.photos.report import ReadAgain


def run(options: Namespace) -> int:
    """Print what differs between the reading of a report, the same photo read here, and the players' board."""
    report = _report(options.file)
    again = _read_again(report, options.file, box_named(options.box))
    if options.json:
        print(json.dumps(_object(report, again), indent=1))
    else:
        print("\n".join(_lines(options.file, report, again)))
    return 0


def _report(file: str) -> Report:
    try:
        with Path(file).open("rb") as stored:
            return report_in(stored.read(MOST_BYTES + 1))
    except OSError as fault:
        raise BadInput(f"{quoted(file)} cannot be read: {fault.strerror}") from fault
    except FormatError as strange:
        raise BadInput(f"{quoted(file)} is no report on a reading: {strange}") from strange


def _read_again(report: Report, file: str, box: Box) -> ReadAgain | None:
    if report.photo is None:
        return None
    from ui.photos.report import read_again  # slow to import, and not needed without a photo
    from vision.errors import VisionError
    from vision.photo.startup import prepare_process

    prepare_process()
    try:
        return read_again(report, box)
    except VisionError as unreadable:
        raise BadInput(f"the photo in {quoted(file)}: {unreadable}") from unreadable


def _networks(report: Report) -> dict[str, tuple[str | None, str | None]]:
    """The checksum of each network then and here, None where there was or is none of that name."""
    from vision.networks import hashes

    here = hashes()
    return {name: (report.networks.get(name), here.get(name)) for name in sorted({*report.networks, *here})}


def _lines(file: str, report: Report, again: ReadAgain | None) -> Iterator[str]:
    others = [name for name, (then, here) in _networks(report).items() if then != here]
    networks = f"other networks than here: {', '.join(others)}" if others else "the same networks as here"
    yield f"{file}: Crownsight {report.version or '(unknown)'}, {networks}"
    if again is None:
        yield "  This report has no photo, so nothing was read again."
        yield from (_corrected(square, then, truth) for square, then, truth in report.corrected_squares)
        return
    yield (
        "  The grid was found where it was."
        if again.found
        else ("  The grid was not found where it was; the squares were read at the corners of the report.")
    )
    yield f"  Read right: then {again.right_then}, now {again.right_now} of {again.known} squares."
    for one in again.squares:
        if one.differs:
            now = "not read" if one.now is None else f"{described(one.now.square)} ({one.now.confidence:.0%})"
            corrected = "" if one.truth is None else f", really {described(one.truth)}"
            yield f"  {_place(one.square)}: then {described(one.then.square)}, now {now}{corrected}"


def _corrected(square: Position, then: Square, truth: Square) -> str:
    return f"  {_place(square)}: then {described(then)}, really {described(truth)}"


def _place(square: Position) -> str:
    return f"row {square[0] + 1}, column {square[1] + 1}"


def _object(report: Report, again: ReadAgain | None) -> Json:
    """The same for programs; what was not read again is null."""
    return {
        "version": report.version,
        "networks": {name: {"then": then, "here": here} for name, (then, here) in _networks(report).items()},
        "photo": report.photo is not None,
        "found": None if again is None else again.found,
        "right": None if again is None else {"then": again.right_then, "now": again.right_now, "of": again.known},
        "squares": _read_objects(again) if again else _corrected_objects(report),
    }


def _read_objects(again: ReadAgain) -> list[Json]:
    return [
        {
            "square": one.square,
            "then": square_json(one.then.square),
            "now": None if one.now is None else square_json(one.now.square),
            "confidence": None if one.now is None else round(one.now.confidence, 4),
            "really": None if one.truth is None else square_json(one.truth),
        }
        for one in again.squares
        if one.differs
    ]


def _corrected_objects(report: Report) -> list[Json]:
    return [
        {"square": square, "then": square_json(then), "now": None, "confidence": None, "really": square_json(truth)}
        for square, then, truth in report.corrected_squares
    ]
