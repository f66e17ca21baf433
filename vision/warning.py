"""Typed warnings: what may be wrong with a reading, and on which squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.kingdom import Position
from scoring.message import Described


class WarningCode(StrEnum):
    """What a reading is warned of; ``vision.wording`` has one sentence for each.

    A comment names the parameters of the sentence.
    """

    # The kingdom
    UNCERTAIN_KINGDOM = "uncertain_kingdom"  # it may be something else than a kingdom
    TOO_LARGE = "too_large"  # for every grid; rows, columns, largest: rows of the largest grid
    STRAY_DOMINO = "stray_domino"  # without it the kingdom would fit its grid; number: of its rows or columns
    NO_CASTLE = "no_castle"
    NO_COVER = "no_cover"  # of its squares by the dominoes of the box; number: of these dominoes
    CONTESTED = "contested"  # another search or another border of the kingdom explains the photo about as well
    CONFLICT = "conflict"  # with another kingdom of the photo; kingdom: its number, conflict: Conflict[int]
    SEVERAL_BOXES = "several_boxes"  # are needed for the kingdoms of the photo; number: of their conflicts
    # The view
    CUT_OFF = "cut_off"  # by the edge of the photo
    OTHERS_CUT_OFF = "others_cut_off"  # tiles that belong to none of the kingdoms lie at the edge
    SMALL = "small"  # in the photo
    # The tiles
    UNKNOWN_TILES = "unknown_tiles"  # squares unlike all that the networks were trained on
    UNFAMILIAR_TILES = "unfamiliar_tiles"  # the kingdom is of neither official printing
    TAUGHT_TILES = "taught_tiles"
    LEFT_OUT_DOMINO = "left_out_domino"  # of a photo that teaches: it looks like another one; number: of the domino
    HIDDEN = "hidden"
    BEHIND_CASTLE = "behind_castle"  # a standing castle may hide a crown
    # The photo
    DARK = "dark"
    BLURRED = "blurred"
    GLARE = "glare"
    OVEREXPOSED = "overexposed"
    PALE = "pale"
    TINTED = "tinted"
    # The reader
    NOT_CALIBRATED = "not_calibrated"  # for its networks


@dataclass(frozen=True)
class ReadingWarning(Described):
    """One warning about a reading; ``str(warning)`` is the English sentence.

    Attributes:
        code: What is wrong.
        squares: The positions it concerns, in the kingdom of the reading; empty if it concerns the whole kingdom.
        params: What the sentence names beside the squares.
    """

    code: WarningCode
    squares: tuple[Position, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the code, the squares and the English sentence, as the command line prints them in JSON.

        Example:
            >>> ReadingWarning(WarningCode.HIDDEN, ((0, 1),)).to_dict()
            {'code': 'hidden', 'squares': [[0, 1]], 'text': 'row 1, column 2 is hidden. Say what lies there.'}
        """
        return {"code": self.code.value, "squares": [list(square) for square in self.squares], "text": str(self)}
