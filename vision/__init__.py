"""From a photo to a kingdom.

Every function here keeps these conventions:

- an image is a BGR ``uint8`` array of shape (height, width, 3);
- a point is (x, y) in pixels, the origin at the outer corner of the top left pixel;
- corners run clockwise from the top left;
- a homography maps board points (one unit a square, x to the right) to photo points.
"""
