"""Finished games: frozen values for history and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import ClassVar, Generic, TypeVar

from scoring import (
    DYNASTY_GAMES,
    NO_PIECES,
    DynastyStanding,
    Kingdom,
    Pieces,
    Position,
    Rules,
    RulesError,
    ScoreSheet,
    Standing,
    Terrain,
    rank,
    rank_dynasty,
    score,
)
from scoring.castle import Castle
from scoring.limits import pieces_in_play
from scoring.score_reveal import ScoreReveal, reveal_scores
from ui.table.board import State, Trust, derive_trust


@dataclass(frozen=True)
class PlayerBoard:
    """One player's castle and final kingdom in a game.

    ``confirmed`` is True if a player confirmed the board; ``doubts`` is the number of squares left unanswered.
    """

    name: str
    colour: Castle
    kingdom: Kingdom
    offset: Position | None = None  # offset of the kingdom in its frame
    by_hand: bool = False
    board: int = 0  # its number at the table; 0 for an imported game
    confirmed: bool = True
    doubts: int = 0
    pieces: Pieces = NO_PIECES

    @property
    def trust(self) -> Trust:
        """Trust in the board at the end of the game."""
        return derive_trust(confirmed=self.confirmed, doubts=self.doubts)

    @property
    def state(self) -> State:
        return State(self.trust, self.doubts)


Source = TypeVar("Source")  # source of points: a terrain, an epoch
NIGHT = timedelta(hours=6)  # after midnight that belong to the evening before


@dataclass(frozen=True)
class Result(Generic[Source]):
    """One player's points, or gold, in one game, and the points by source if known."""

    name: str
    points: int
    won: bool = False
    earned: Mapping[Source, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Game:
    """A finished game; ``number`` counts the games of a table from 1, ``played`` is its end, with time zone.

    ``dynasty`` is the number of the first game of its Dynasty; None for a single game.
    """

    number: int
    played: datetime
    rules: Rules
    players: tuple[PlayerBoard, ...]
    dynasty: int | None = None
    is_knizia: ClassVar = False

    @property
    def sheets(self) -> dict[str, ScoreSheet]:
        return {one.name: score_board(one.kingdom, self.rules, one.offset, one.pieces) for one in self.players}

    @property
    def standings(self) -> tuple[Standing, ...]:
        return rank(self.sheets, self.rules)

    @property
    def winners(self) -> tuple[str, ...]:
        """The players in the first place."""
        return tuple(standing.player for standing in self.standings if standing.rank == 1)

    @property
    def race(self) -> ScoreReveal:
        return reveal_scores([one.name for one in self.players], self.standings)

    @property
    def results(self) -> tuple[Result[Terrain], ...]:
        """Results by terrain; a shared first place has no single winner."""
        several = len(self.players) > 1
        return tuple(
            Result(one.player, one.sheet.total, several and one.rank == 1, _sum_by_terrain(one.sheet))
            for one in self.standings
        )


@dataclass(frozen=True)
class ImportedGame:
    """A finished game from another program: only points, or gold if ``is_knizia``.

    ``played`` is in local time of the place where it was played.
    """

    number: int
    played: datetime
    players: tuple[Result[Terrain], ...]
    is_knizia: bool = False

    @property
    def results(self) -> tuple[Result[Terrain], ...]:
        """Results, best first, without points by source."""
        return tuple(sorted(self.players, key=lambda one: (not one.won, -one.points)))


def score_board(kingdom: Kingdom, rules: Rules, offset: Position | None, pieces: Pieces) -> ScoreSheet:
    """Score a board under the rules of its table; pieces of boxes that are not on the table score 0."""
    return score(kingdom, rules, offset=offset, pieces=pieces_in_play(rules.box, kingdom, pieces))


def _sum_by_terrain(sheet: ScoreSheet) -> Counter[Terrain]:
    earned: Counter[Terrain] = Counter()
    for territory in sheet.territories:
        earned[territory.terrain] += territory.points
    return earned


def rank_dynasty_games(games: Sequence[Game]) -> tuple[DynastyStanding, ...]:
    """Return the standings of a Dynasty so far, best first; empty before its first game, or if a player missed one."""
    try:
        return rank_dynasty([game.sheets for game in games[:DYNASTY_GAMES]])
    except RulesError:
        return ()


def find_session_date(played: datetime) -> date:
    """Return the evening's date of a game: before six in the morning it is the day before."""
    return (played - NIGHT).date()
