"""The printings of the box: the same dominoes, with the art of another hand on them."""

from __future__ import annotations

from enum import StrEnum


class Printing(StrEnum):
    """The art on the tiles of a box, in the order of the network's answers."""

    OLDER = "older"  # by Cyril Bouquet, 2016
    NEWER = "newer"  # by Pauline Detraz
    OTHER = "other"  # neither: another edition, or one made at home
