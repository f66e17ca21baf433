"""The 17 quest tiles of Age of Giants, by name; ``scoring.expansions.giants`` scores them."""

from __future__ import annotations

from enum import StrEnum

from scoring.bonuses import Bonus
from scoring.message import Message, message
from scoring.terrain import Terrain


class Quest(StrEnum):
    """A quest tile; the value is its name in files and on the command line."""

    HARMONY = "harmony"
    MIDDLE_KINGDOM = "middle_kingdom"
    LOST_CORNER = "lost_corner"
    FOUR_CORNERS_WHEAT = "four_corners:wheat"
    FOUR_CORNERS_FOREST = "four_corners:forest"
    FOUR_CORNERS_LAKE = "four_corners:lake"
    FOUR_CORNERS_GRASSLAND = "four_corners:grassland"
    FOUR_CORNERS_SWAMP = "four_corners:swamp"
    FOUR_CORNERS_MINE = "four_corners:mine"
    LOCAL_BUSINESS_WHEAT = "local_business:wheat"
    LOCAL_BUSINESS_FOREST = "local_business:forest"
    LOCAL_BUSINESS_LAKE = "local_business:lake"
    LOCAL_BUSINESS_GRASSLAND = "local_business:grassland"
    LOCAL_BUSINESS_SWAMP = "local_business:swamp"
    LOCAL_BUSINESS_MINE = "local_business:mine"
    BLEAK_KING = "bleak_king"
    FOLIE_DES_GRANDEURS = "folie_des_grandeurs"

    @property
    def terrain(self) -> Terrain | None:
        """The terrain named on the tile, if any."""
        _, named, terrain = self.value.partition(":")
        return Terrain(terrain) if named else None

    @property
    def label(self) -> Message:
        """The name of the tile."""
        title = _TITLES[self.value.partition(":")[0]]
        return message("{title}: {terrain}", title=title, terrain=self.terrain.label) if self.terrain else title


_TITLES = {
    "harmony": Bonus.HARMONY.label,
    "middle_kingdom": Bonus.MIDDLE_KINGDOM.label,
    "lost_corner": message("The Lost Corner"),
    "four_corners": message("The Four Corners"),
    "local_business": message("Local Business"),
    "bleak_king": message("The Bleak King"),
    "folie_des_grandeurs": message("Folie des grandeurs"),
}
