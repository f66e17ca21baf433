"""``crownsight read``: read photos into kingdom codes, doubts and warnings, here or on a Dask cluster."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from ui.cli.editions import load_edition
from ui.cli.inputs import BadInput, UsageError, box_named, describe_file, is_there, printable, source_of
from ui.cli.sheets import Json, describe_square, drawing

if TYPE_CHECKING:
    from vision import Reading

CONNECT_SECONDS = 10  # to a Dask cluster
MOST_NAMED = 5  # files that are left out; all are counted
Read = Callable[[bytes], "Sequence[Reading]"]
UNKNOWN = "unknown"  # a tile that looks like none the reader knows: neither a terrain nor a gap


def photos_named(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """List every photo, in order, and the other files; a folder stands for all photos below it, sorted by name.

    Hidden files are not looked at. Raises BadInput for a folder without photos, or one that cannot be looked through.
    """
    photos: list[str] = []
    others: list[str] = []
    for argument in arguments:
        if not is_there(argument, Path.is_dir):
            photos.append(argument)
            continue
        files = _in_folder(argument)
        found = [file for file in files if _may_be_photo(Path(file))]
        if not found:
            raise BadInput(f"there is no photo in {argument}: no JPEG, PNG, WebP or HEIC picture, whatever its name")
        photos += found
        others += [file for file in files if file not in found]
    return photos, others


def _in_folder(folder: str) -> list[str]:
    def refuse(closed: OSError) -> NoReturn:
        raise BadInput(f"the folder {closed.filename} cannot be looked through: {closed.strerror}") from closed

    files = []
    for parent, folders, names in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        files += [Path(parent, name) for name in names if not name.startswith(".")]
    return [str(file) for file in sorted(files)]


def _may_be_photo(file: Path) -> bool:
    """True if a file begins as photos do, or cannot be opened, which is said where it is read."""
    from vision.photo.photo import SIGNATURE_BYTES, detect_format

    if not file.is_file():  # a pipe would never end
        return False
    try:
        with file.open("rb") as opened:
            return detect_format(opened.read(SIGNATURE_BYTES)) is not None
    except OSError:
        return True


class Outcome(NamedTuple):
    """What came of one photo: its kingdoms, or why there are none."""

    photo: str
    readings: tuple[Reading, ...] = ()
    error: str | None = None


def fetch(photo: str) -> bytes | Outcome:
    """Read a photo's file, or return why it cannot be read."""
    from vision.errors import PhotoError
    from vision.photo.photo import read_contents

    try:
        return read_contents(source_of(photo))
    except PhotoError as unreadable:
        return Outcome(photo, error=str(unreadable))


def read_contents(photo: str, contents: bytes | Outcome, read: Read) -> Outcome:
    """Read one photo from its contents; runs in a thread or on another machine."""
    from vision.errors import VisionError

    if isinstance(contents, Outcome):
        return contents
    try:
        return Outcome(photo, tuple(read(contents)))
    except VisionError as unreadable:
        return Outcome(photo, error=str(unreadable))


def read_on_cluster(address: str, photos: Sequence[str], read: Read) -> Iterator[Outcome]:
    """Yield the outcome of every photo in order, read on a Dask cluster.

    The photos are sent along; the workers need Crownsight and nothing else. Raises BadInput if Dask is not
    installed or no cluster answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("--cluster needs Dask: pip install 'crownsight[cluster]'") from None
    from joblib import Parallel, delayed, parallel_config

    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as unreachable:
        raise BadInput(f"no Dask cluster answers at {address}; is its scheduler running?") from unreachable
    with client, parallel_config(backend="dask"):
        yield from Parallel(return_as="generator")(
            delayed(read_contents)(photo, fetch(photo), read) for photo in photos
        )


def run(options: Namespace) -> int:
    """Print what is in every photo, in their order; return 1 if one of them could not be read. Raises BadInput."""
    if bool(options.corners) != bool(options.grid):
        raise UsageError("--corners and --grid go together: where the grid lies, and its rows and columns")
    from vision.photo.memory import prepare_process  # slow to import

    prepare_process()
    photos, left_out = photos_named(options.photos)
    if left_out:
        named, more = ", ".join(left_out[:MOST_NAMED]), ", ..." if len(left_out) > MOST_NAMED else ""
        print(printable(f"crownsight: no photos, and left out: {len(left_out)} ({named}{more})"), file=sys.stderr)
    return _one_by_one(photos, options)


def _one_by_one(photos: Sequence[str], options: Namespace) -> int:
    failed = False
    objects: list[Json] = []
    for outcome in _report_progress(
        _outcomes(options, photos), len(photos), hidden=not options.json and sys.stdout.isatty()
    ):
        failed = failed or outcome.error is not None
        if options.json and outcome.error is not None:
            objects.append({"photo": outcome.photo, "error": outcome.error})
        elif options.json:
            objects += ({"photo": outcome.photo, **reading.to_dict()} for reading in outcome.readings)
        else:
            print("".join(_texts(outcome)), end="", flush=True)
    if options.json:
        print(json.dumps(objects, indent=1))
    return 1 if failed else 0


def _report_progress(outcomes: Iterator[Outcome], number: int, *, hidden: bool) -> Iterator[Outcome]:
    """Yield the outcomes; show a progress bar on a terminal, and a line for each error."""
    if hidden or number == 1 or not sys.stderr.isatty():
        yield from _report_errors(outcomes, partial(print, file=sys.stderr))
        return
    from tqdm import tqdm  # type: ignore[import-untyped]  # slow to import, and not needed for one photo

    bar = tqdm(outcomes, total=number, unit="photo")
    yield from _report_errors(bar, partial(tqdm.write, file=sys.stderr))


def _report_errors(outcomes: Iterable[Outcome], tell: Callable[[str], object]) -> Iterator[Outcome]:
    for outcome in outcomes:
        if outcome.error is not None:
            tell(printable(f"crownsight: {describe_file(outcome.photo)}: {outcome.error}"))
        yield outcome


def _read_file(photo: str, read: Read) -> Outcome:
    return read_contents(photo, fetch(photo), read)


def _outcomes(options: Namespace, photos: Sequence[str]) -> Iterator[Outcome]:
    import numpy as np

    from vision import read

    read_photo = partial(
        read,
        corners=None if options.corners is None else np.array(options.corners, np.float32),
        grid=options.grid,
        use_dominoes=options.squares == "decoded",
        box=box_named(options.box),
        tiles=load_edition(options.tiles),
    )
    if options.cluster is not None:
        return read_on_cluster(options.cluster, photos, read_photo)
    if len(photos) == 1:
        return (_read_file(photo, read_photo) for photo in photos)
    from joblib import Parallel, delayed  # slow to import, and not needed for one photo

    # Decoding, warping and the networks all run outside Python's lock, so that threads are enough on one machine.
    in_threads: Callable[..., Iterator[Outcome]] = Parallel(
        n_jobs=options.jobs, prefer="threads", return_as="generator"
    )
    return in_threads(delayed(_read_file)(photo, read_photo) for photo in photos)


def _texts(outcome: Outcome) -> Iterator[str]:
    """Yield the text of each kingdom; several in one photo are numbered as in its warnings."""
    for number, reading in enumerate(outcome.readings, start=1):
        name = printable(describe_file(outcome.photo))
        yield _text(f"{name}, kingdom {number}" if len(outcome.readings) > 1 else name, reading)


def _text(name: str, reading: Reading) -> str:
    kingdom = reading.kingdom
    castle = f"{reading.castle} castle, " if reading.castle else ""
    named = f"{name}: {kingdom.height} x {kingdom.width}, {castle}{'sure' if reading.sure else 'please check'}"
    lines = [named, drawing(kingdom, reading.unknown), f"  {kingdom}"]
    for row, column in sorted(reading.doubtful):  # processors round confidences differently: they are in the JSON alone
        square = reading.squares[row][column]
        otherwise = f" or {describe_square(square.alternative)}" if square.alternative else ""
        known = UNKNOWN if (row, column) in reading.unknown else f"{describe_square(square.square)}{otherwise}"
        lines.append(f"  Please check: row {row + 1}, column {column + 1}, {known}.")
    lines += [f"  {warning}" for warning in reading.warnings]
    return "\n".join(lines) + "\n\n"
