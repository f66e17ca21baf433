"""Typed problems: which rule a kingdom or its pieces break, and on which squares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from scoring.kingdom import Position
from scoring.message import Described


class Rule(StrEnum):
    """A rule that can be broken; ``scoring.wording`` has one sentence for each."""

    # The kingdom (rulebook, connection rules)
    NO_CASTLE = "no castle"
    SEVERAL_CASTLES = "several castles"
    OUTSIDE_GRID = "outside grid"
    NO_SUCH_CROWNS = "no such crowns"  # no domino has so many crowns on that terrain
    NO_SUCH_TERRAIN = "no such terrain"  # no box on the table has that terrain
    TOO_MANY_OF_TERRAIN = "too many of terrain"
    TOO_MANY_CROWNED = "too many crowned"  # squares with that terrain and number of crowns
    TOO_MANY_CROWNLESS = "too many crownless"  # squares of that terrain without a crown
    CUT_OFF = "cut off"  # squares that do not touch the rest
    ODD_NUMBER = "odd number"  # of squares, though a domino covers two
    NO_DOMINO = "no domino"  # joins a square to any of its neighbours
    NO_COVER = "no cover"  # of the squares by distinct dominoes
    NO_ORDER = "no order"  # in which the dominoes can be placed legally
    # Pieces of any expansion
    BOX_NOT_IN_PLAY = "box not in play"
    # Age of Giants
    GIANTS_WITHOUT_CROWN = "giants without crown"
    TOO_MANY_GIANTS = "too many giants"
    # The Court
    NO_TOKEN_HERE = "no token here"
    NO_TILE_HERE = "no tile here"
    TILE_ON_CROWN = "tile on crown"  # or on a token
    NO_SUCH_COURT_BUILDING = "no such court building"
    SEVERAL_TILES = "several tiles"
    TOO_MANY_TOKENS = "too many tokens"
    CHARACTER_TWICE = "character twice"
    TOO_MANY_COURT_BUILDINGS = "too many court buildings"
    # Queendomino
    BUILDING_OUTSIDE_TOWN = "building outside town"
    NO_SUCH_TOWN_BUILDING = "no such town building"
    TOO_MANY_TOWERS = "too many towers"
    TOO_MANY_KNIGHTS = "too many knights"
    TOO_MANY_TOWN_BUILDINGS = "too many town buildings"
    NOT_ENOUGH_COINS = "not enough coins"
    SEVERAL_QUEENS = "several queens"
    QUEEN_WITHOUT_TOWERS = "queen without towers"


@dataclass(frozen=True)
class Problem(Described):
    """One broken rule; ``str(problem)`` is the English sentence.

    Attributes:
        rule: The broken rule, of ``Rule`` or of ``scoring.knizia.Rule``.
        squares: The positions it concerns; empty if it concerns the whole board.
        params: What the sentence names beside the squares: numbers, terrains, pieces.
    """

    rule: StrEnum
    squares: tuple[Position, ...] = ()
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)
