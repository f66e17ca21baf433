"""The photos that arguments name, what is asked of each, and what came of it, here or on a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from scoring import BASE, Box
from ui.cli.inputs import BadInput

if TYPE_CHECKING:
    from vision import Reading
    from vision.squares.edition import Edition

CONNECT_SECONDS = 10  # to a Dask cluster


class Named(NamedTuple):
    """The photos that arguments name, in order, and the other files in the folders among them."""

    photos: tuple[str, ...]
    left_out: tuple[str, ...] = ()


def photos_named(arguments: Sequence[str]) -> Named:
    """Every photo, in order; a folder stands for those in it and in its folders, by name, whatever they are called.

    Hidden files are not looked at. Raises BadInput for a folder without photos, or one that cannot be looked through.
    """
    found = [_in_folder(argument) if _is_folder(argument) else Named((argument,)) for argument in arguments]
    return Named(tuple(chain(*(one.photos for one in found))), tuple(chain(*(one.left_out for one in found))))


def _in_folder(folder: str) -> Named:
    files = sorted(_within(folder))
    photos = tuple(str(file) for file in files if _may_be_photo(file))
    if not photos:
        raise BadInput(f"there is no photo in {folder}: no JPEG, PNG, WebP or HEIC picture, whatever its name")
    return Named(photos, tuple(str(file) for file in files if str(file) not in photos))


def _is_folder(argument: str) -> bool:
    try:
        return Path(argument).is_dir()
    except OSError:  # a name too long for any file
        return False


def _within(folder: str) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(parent, name) for name in files if not name.startswith("."))


def _may_be_photo(file: Path) -> bool:
    """True if a file begins as photos do, or cannot be opened, which is said where it is read."""
    from vision.photo.photo import BEGINNING, kind_of

    if not file.is_file():  # a pipe would never end
        return False
    try:
        with file.open("rb") as opened:
            return kind_of(opened.read(BEGINNING)) is not None
    except OSError:
        return True


def _refuse(closed: OSError) -> NoReturn:
    raise BadInput(f"the folder {closed.filename} cannot be looked through: {closed.strerror}") from closed


class Request(NamedTuple):
    """How to read the photos: where the grid lies, if that is known, whether the dominoes have a say, and which.

    ``edition`` is what was taught of the tiles.
    """

    corners: tuple[tuple[float, float], ...] | None
    grid: tuple[int, int] | None  # rows, columns
    decoded: bool
    box: Box = BASE
    edition: Edition | None = None


class Outcome(NamedTuple):
    """What came of one photo: its kingdoms, or why there are none."""

    photo: str
    readings: tuple[Reading, ...] = ()
    error: str | None = None


def fetched(photo: str) -> bytes | Outcome:
    """The contents of a photo's file, or why it cannot be read."""
    from vision.errors import PhotoError
    from vision.photo.photo import contents

    try:
        return contents(photo)
    except PhotoError as unreadable:
        return Outcome(photo, error=str(unreadable))


def read_contents(photo: str, contents: bytes | Outcome, request: Request) -> Outcome:
    """Read one photo from its contents; runs in a thread or on another machine."""
    if isinstance(contents, Outcome):
        return contents
    import numpy as np

    from vision import VisionError, read

    corners = None if request.corners is None else np.array(request.corners, np.float32)
    try:
        found = read(
            contents,
            corners=corners,
            grid=request.grid,
            decoded=request.decoded,
            box=request.box,
            edition=request.edition,
        )
    except VisionError as unreadable:
        return Outcome(photo, error=str(unreadable))
    return Outcome(photo, tuple(found))


def read_views_of(photos: Sequence[str], box: Box, edition: Edition | None = None) -> Outcome:
    """Read the photos of one kingdom together, of a box or a taught edition; an error of one names its photo."""
    from vision import VisionError, find_grids
    from vision.pipeline.views import read_as_one

    grids = []
    for photo in photos:
        contents = fetched(photo)
        if isinstance(contents, Outcome):
            return contents
        try:
            grids.append(find_grids(contents, box=box, edition=edition))
        except VisionError as unreadable:
            return Outcome(photo, error=str(unreadable))
    together = " + ".join(photos)
    try:
        return Outcome(together, (read_as_one(grids),))
    except VisionError as different:
        return Outcome(together, error=str(different))


def read_on_cluster(address: str, photos: Sequence[str], request: Request) -> Iterator[Outcome]:
    """The outcome of every photo, in order, each as soon as those before it are there.

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
            delayed(read_contents)(photo, fetched(photo), request) for photo in photos
        )
