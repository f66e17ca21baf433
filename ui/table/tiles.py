"""Which edition of the tiles lies on a table: as its photos told, as a player says, or as it was taught."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.boxes import Printing


@dataclass(frozen=True)
class Tiles:
    """The edition of a table's tiles.

    ``seen`` is the printing that its photos showed, None where that is not plain; ``chosen`` the one that a player says
    lies there. ``taught`` is the number of an edition that was taught to the phone of the host. ``answered`` says that
    somebody has answered what is to be done about strange tiles.
    """

    seen: Printing | None = None
    chosen: Printing | None = None
    taught: int | None = None
    answered: bool = False

    @property
    def printing(self) -> Printing | None:
        """The printing that lies there as far as anybody knows; None for a taught edition."""
        return None if self.taught else self.chosen or self.seen

    @property
    def are_strange(self) -> bool:
        """Whether it is still to be asked what is to be done, because no known edition lies there."""
        return self.printing is Printing.OTHER and not self.answered

    def after_photo(self, seen: Printing | None) -> Tiles:
        """The same once a photo has shown this printing."""
        return replace(self, seen=seen) if seen else self

    def detected(self) -> Tiles:
        """The same where photos tell what lies there."""
        return replace(self, chosen=None, taught=None)

    def of_printing(self, printing: Printing) -> Tiles:
        """The same where a player says that an official printing lies there."""
        return replace(self, chosen=printing, taught=None)

    def as_taught(self, number: int) -> Tiles:
        """The same where the tiles are those of a taught edition."""
        return replace(self, chosen=None, taught=number)


UNTOLD = Tiles()
"""What is known of the tiles before the first photo."""
