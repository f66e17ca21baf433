"""Read photos: ``read`` for one photo, ``read_together`` for the photos of one game.

A photo goes through seven stages, each a method of ``Reader``:

1. ``load``: open the file within limits, upright.
2. ``locate``: find the grids that may be kingdoms, by a network and geometry.
3. ``rectify``: cut the squares of a grid from a picture straight from above, in normalised light.
4. ``classify``: estimate the kind of each square by a network, and how much of it is hidden.
5. ``select``: keep the grids that are kingdoms.
6. ``decode``: choose the most probable kingdoms of the dominoes in the box; assess their confidence, doubts, warnings.
7. ``warn``: compare the kingdoms of a photo.

``Reader.find`` runs the first five.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.boxes import BASE, Box
from vision.photo.photo import PhotoSource, Points
from vision.pipeline.reader import OnGrids, Progress, Reader, TileSet
from vision.pipeline.reading import Reading


def read(
    source: PhotoSource,
    *,
    corners: Points | None = None,
    grid: tuple[int, int] | None = None,
    tiles: TileSet | None = None,
    box: Box = BASE,
    use_dominoes: bool = True,
    progress: Progress | None = None,
    on_grids: OnGrids | None = None,
) -> list[Reading]:
    """Read every kingdom in a photo; return them in reading order.

    Args:
        source: A path, the bytes of a file, an open binary file, a BGR array, a PIL image or a ``Photo``.
        corners: (4, 2), in upright pixels of the original photo, clockwise from the top left; they replace the search.
        grid: Rows and columns between the corners; 5 x 5 by default.
        tiles: The printing or the taught tiles on the table; with taught tiles no reading is sure.
        box: The dominoes on the table. With other boxes than the base game, squares may be unknown.
        use_dominoes: False returns the classifier's answer for each square, whatever the dominoes allow.
        progress: Called with "finding", "reading" and "checking" as each step begins.
        on_grids: Called with the grid points of each candidate, in upright pixels of the original photo.

    Raises:
        PhotoError: The photo or the corners cannot be used.
        NoKingdomFound: Nothing in the photo looks like a kingdom.
        TypeError: ``tiles`` is no tile set, or ``source`` no photo.

    Example:
        >>> from vision import read
        >>> [reading] = read("sample_images/cutting-mat.jpg")
        >>> str(reading.kingdom), reading.castle.value, reading.sure
        ('wwwwf1/g2wwwl/g1wCww/gf1fff1/w1ffff', 'pink', True)
    """
    reader = Reader(tiles=tiles, box=box)
    grids = reader.find(source, corners=corners, grid=grid, progress=progress, on_grids=on_grids)
    if progress:
        progress("checking")
    return reader.warn(reader.decode([grids], use_dominoes=use_dominoes)[0])


def read_together(
    sources: Sequence[PhotoSource], *, tiles: TileSet | None = None, box: Box = BASE
) -> list[list[Reading]]:
    """Read the photos of one game together: no domino and no castle is used twice.

    If one box cannot hold all kingdoms, because they are not of one game or one was photographed twice, each is read by
    itself; ``scoring.find_conflicts`` names the dominoes that are claimed twice.

    Args:
        sources: Photos, as in ``read``.
        tiles: As in ``read``.
        box: As in ``read``.

    Returns:
        The readings of each photo, in the order of ``sources``.

    Raises:
        PhotoError: A photo cannot be used.
        NoKingdomFound: Nothing in a photo looks like a kingdom.
        TypeError: ``tiles`` is no tile set, or a source no photo.

    Example:
        >>> from vision import read_together
        >>> photos = ["sample_images/cutting-mat.jpg", "sample_images/evening-lamp.jpg"]
        >>> [[reading.castle.value for reading in readings] for readings in read_together(photos)]
        [['pink'], ['yellow']]
    """
    reader = Reader(tiles=tiles, box=box)
    return reader.decode([reader.find(source) for source in sources])
