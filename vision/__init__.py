"""From a photo to a kingdom.

Every function here keeps these conventions:

- an image is a BGR ``uint8`` array of shape (height, width, 3);
- a point is (x, y) in pixels, the origin at the outer corner of the top left pixel;
- corners run clockwise from the top left;
- a homography maps board points (one unit a square, x to the right) to picture points.
"""

from vision.locate import Location
from vision.photo import Photo, PhotoError, load
from vision.reading import NoKingdomFound, Reading, read
from vision.rectify import rectify
from vision.squares import SquareReading, read_squares

__all__ = [
    "Location",
    "NoKingdomFound",
    "Photo",
    "PhotoError",
    "Reading",
    "SquareReading",
    "load",
    "read",
    "read_squares",
    "rectify",
]
