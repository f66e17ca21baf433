"""What a table agrees on before the game: edition, grid and variants."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.sentence import said


class RulesError(ValueError):
    """No rulebook has such a game; the message says which there are."""


@dataclass(frozen=True)
class Edition:
    """One printing of the rulebook, where the printings differ.

    ``tie_breaks`` names what is compared after the points, in order (fields of a score sheet);
    when all are equal, victory is shared. ``three_player_dominoes`` are in play with three players.
    """

    name: str
    tie_breaks: tuple[str, ...]
    three_player_dominoes: int


EDITIONS = {
    "current": Edition("current", ("largest_territory",), 48),
    "original": Edition("original", ("largest_territory", "crowns"), 36),
}
"""Both editions by name (rulebooks: set-up for three players; end of game)."""

GRIDS = (5, 7)
"""Sides of the grid: 5x5, or 7x7 in the Mighty Duel."""


@dataclass(frozen=True)
class Rules:
    """The rules of one table; any mix of variants may be played (rulebook, variants).

    ``grid`` is the side of the grid: 5, or 7 for the Mighty Duel. Raises RulesError for what no rulebook has.
    """

    edition: str = "current"
    grid: int = 5
    harmony: bool = False
    middle_kingdom: bool = False

    def __post_init__(self) -> None:
        if self.edition not in EDITIONS:
            raise RulesError(said("the edition is current or original, not {edition}", edition=repr(self.edition)))
        if self.grid not in GRIDS:
            raise RulesError(said("the grid is 5 for 5x5 or 7 for 7x7, not {grid}", grid=repr(self.grid)))

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """What is compared after the points, in order: fields of a score sheet."""
        return EDITIONS[self.edition].tie_breaks


USUAL_RULES = Rules()
"""The current edition on 5x5 without variants."""


@dataclass(frozen=True)
class Setup:
    """What lies on the table for a number of players (rulebook, set-up).

    ``dominoes`` are in play; each player takes ``dominoes_each`` of them, and what is left over
    in each line of the draft, ``leftovers`` in all, is discarded.
    """

    players: int
    grid: int
    dominoes: int
    dominoes_each: int

    @property
    def leftovers(self) -> int:
        """How many dominoes in play go to nobody."""
        return self.dominoes - self.players * self.dominoes_each


def setup(players: int, rules: Rules = USUAL_RULES) -> Setup:
    """The set-up for 2, 3 or 4 players; two on a 7x7 grid play the Mighty Duel with all 48 dominoes.

    Raises RulesError for another number of players, or more than two on 7x7.
    """
    if players not in (2, 3, 4):
        raise RulesError(said("Kingdomino is for 2, 3 or 4 players, not {players}", players=players))
    if rules.grid == 7:
        if players != 2:
            raise RulesError(said("the 7x7 grid is for the Mighty Duel of two players, not {players}", players=players))
        return Setup(2, 7, dominoes=48, dominoes_each=24)
    dominoes = {2: 24, 3: EDITIONS[rules.edition].three_player_dominoes, 4: 48}[players]
    return Setup(players, 5, dominoes, dominoes_each=12)
