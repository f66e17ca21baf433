"""Read Kingdomino kingdoms from photos.

``read`` reads one photo, ``read_together`` the photos of one game; ``Reader`` has the stages between them.

Every function here keeps these conventions:

- an image is a BGR ``uint8`` array of shape (height, width, 3);
- a point is (x, y) in pixels, the origin at the outer corner of the top left pixel;
- corners run clockwise from the top left;
- a homography maps board points (one unit a square, x to the right) to picture points.
"""

from vision.errors import NoKingdomFound, PhotoError, VisionError
from vision.locate.locate import Location
from vision.photo.photo import Photo, PhotoSource, load
from vision.pipeline.grids import PhotoGrids
from vision.pipeline.read import read, read_together
from vision.pipeline.reader import Reader, TileSet
from vision.pipeline.reading import Doubt, Reading
from vision.rectify import rectify
from vision.squares.classify import SquareReading
from vision.squares.taught_tiles import TaughtTiles, load_tiles

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
    "SquareReading",
    "TaughtTiles",
    "TileSet",
    "VisionError",
    "__version__",
    "load",
    "load_tiles",
    "read",
    "read_together",
    "rectify",
]
