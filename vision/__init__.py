"""From a photo to a kingdom.

Every function here keeps these conventions:

- an image is a BGR ``uint8`` array of shape (height, width, 3);
- a point is (x, y) in pixels, the origin at the outer corner of the top left pixel;
- corners run clockwise from the top left;
- a homography maps board points (one unit a square, x to the right) to picture points.
"""

from vision.errors import NoKingdomFound, PhotoError, VisionError
from vision.locate.locate import Location
from vision.photo.photo import Photo, load
from vision.pipeline.find import Grids, find_grids, with_box
from vision.pipeline.read import read, read_grids, read_together
from vision.pipeline.reading import Reading
from vision.rectify import rectify
from vision.squares.classify import SquareReading

__all__ = [
    "Grids",
    "Location",
    "NoKingdomFound",
    "Photo",
    "PhotoError",
    "Reading",
    "SquareReading",
    "VisionError",
    "find_grids",
    "load",
    "read",
    "read_grids",
    "read_together",
    "rectify",
    "with_box",
]
