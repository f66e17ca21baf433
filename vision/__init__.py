"""Read Kingdomino kingdoms from photos.

``read`` reads one photo, ``read_together`` the photos of one game; ``Reader`` has the stages between them.

Every function here keeps these conventions:

- an image is a BGR ``uint8`` array of shape (height, width, 3);
- a point is (x, y) in pixels, the origin at the outer corner of the top left pixel;
- corners run clockwise from the top left;
- a homography maps board points (one unit a square, x to the right) to picture points.

Thresholds stand beside the steps that use them; docs/thresholds.md says where they were measured.

The functions that need OpenCV and NumPy are imported when they are first used: readings and warnings load without them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from vision import wording
from vision.errors import NoKingdomFound, PhotoError, VisionError
from vision.pipeline.reading import Doubt, Reading
from vision.squares.reading import SquareReading
from vision.warning import ReadingWarning, WarningCode

if TYPE_CHECKING:
    from vision.locate.locate import Location
    from vision.photo.photo import Photo, PhotoSource, load
    from vision.pipeline.grids import PhotoGrids
    from vision.pipeline.read import read, read_together
    from vision.pipeline.reader import Reader, TileSet
    from vision.squares.taught_tiles import TaughtTiles, TaughtTilesError, load_tiles

__version__ = "0.1.0"

__all__ = [
    "Doubt",
    "Location",
    "NoKingdomFound",
    "Photo",
    "PhotoError",
    "PhotoGrids",
    "PhotoSource",
    "Reader",
    "Reading",
    "ReadingWarning",
    "SquareReading",
    "TaughtTiles",
    "TaughtTilesError",
    "TileSet",
    "VisionError",
    "WarningCode",
    "__version__",
    "load",
    "load_tiles",
    "read",
    "read_together",
    "wording",
]

_LAZY_IMPORTS = {
    "vision.locate.locate": ("Location",),
    "vision.photo.photo": ("Photo", "PhotoSource", "load"),
    "vision.pipeline.grids": ("PhotoGrids",),
    "vision.pipeline.read": ("read", "read_together"),
    "vision.pipeline.reader": ("Reader", "TileSet"),
    "vision.squares.taught_tiles": ("TaughtTiles", "TaughtTilesError", "load_tiles"),
}

if not TYPE_CHECKING:  # a type checker would believe that every name exists

    def __getattr__(name: str) -> Any:
        """Import a public name when it is first used."""
        module = next((module for module, names in _LAZY_IMPORTS.items() if name in names), None)
        if module is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(module), name)
