"""Standings: the place of every player, the tie-breaks that decided it, and the Dynasty of three games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.message import Described, message
from scoring.rules import DEFAULT_RULES, Measure, Rules, RulesError
from scoring.scoresheet import ScoreSheet
from scoring.type_check import check_type

DYNASTY_GAMES = 3  # rulebook, Dynasty


@dataclass(frozen=True)
class TieBreak:
    """The comparison that decided a place.

    Attributes:
        measures: The measures compared, in order.
        own: What the player has of each.
        rivals: Whom the player is compared with: those who share the place; if none, the one just above; for a sole
            winner, the one just below. Empty if nobody else plays.
        theirs: The value of each measure, valid for every rival, since rivals share a place.
    """

    measures: tuple[Measure, ...]
    own: tuple[int, ...]
    rivals: tuple[str, ...]
    theirs: tuple[int, ...]

    @property
    def equal(self) -> int:
        """The number of measures that are equal before one differs."""
        pairs = zip(self.own, self.theirs, strict=True)
        return next((at for at, (own, theirs) in enumerate(pairs) if own != theirs), len(self.own))

    @property
    def decided_by(self) -> Measure | None:
        """The first measure that differs; None for a shared place or a player alone."""
        return self.measures[self.equal] if self.equal < len(self.measures) else None


@dataclass(frozen=True)
class Standing(Described):
    """The place of one player (rulebook, end of game).

    Attributes:
        player: The player's name.
        sheet: The player's score sheet.
        rank: The rank from 1; equals share one and the next is left out: 1, 1, 3.
        tie_break: What decided the place.
    """

    player: str
    sheet: ScoreSheet
    rank: int
    tie_break: TieBreak

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as the command line prints it as JSON."""
        return {"player": self.player, "place": self.rank, "points": self.sheet.total, "why": str(self)}


@dataclass(frozen=True)
class DynastyStanding:
    """The place of one player in a Dynasty so far (rulebook, Dynasty).

    Attributes:
        player: The player's name.
        points: The points of each game.
        rank: The rank, as in ``Standing``.
    """

    player: str
    points: tuple[int, ...]
    rank: int

    @property
    def total(self) -> int:
        """The points of all games."""
        return sum(self.points)


def rank(sheets: Mapping[str, ScoreSheet], rules: Rules = DEFAULT_RULES) -> tuple[Standing, ...]:
    """Rank players, best first; equals in the order given (rulebook, end of game and ties).

    Points decide, then the tie-breaks of the rules; players equal in all of them share the place.

    Args:
        sheets: The score sheet of each player by name.
        rules: The rules of the table.

    Example:
        >>> from scoring import Kingdom, score
        >>> sheets = {"Ana": score(Kingdom.parse("w1wC")), "Ben": score(Kingdom.parse("f1C"))}
        >>> [(one.rank, one.player, str(one)) for one in rank(sheets)]
        [(1, 'Ana', '1 point ahead'), (2, 'Ben', '1 point behind Ana')]
    """
    if not isinstance(sheets, Mapping):
        raise TypeError(f"sheets is a dict of score sheets by player, not a {type(sheets).__name__}")
    for player, sheet in sheets.items():
        check_type(f"the sheet of {player!r}", sheet, ScoreSheet, "score a kingdom with score(kingdom)")
    measures = (Measure.POINTS, *rules.tie_breaks)
    reached = {}
    for player, sheet in sheets.items():
        measured = {
            Measure.POINTS: sheet.total,
            Measure.LARGEST_TERRITORY: sheet.largest_territory,
            Measure.CROWNS: sheet.crowns,
        }
        reached[player] = tuple(measured[measure] for measure in measures)
    best_first = sorted(reached, key=reached.__getitem__, reverse=True)
    standings = []
    for player in best_first:
        own = reached[player]
        above = [other for other in best_first if reached[other] > own]
        equal = [other for other in best_first if reached[other] == own and other != player]
        below = [other for other in best_first if reached[other] < own]
        rivals = tuple(equal or above[-1:] or below[:1])
        tie_break = TieBreak(measures, own, rivals, reached[rivals[0]] if rivals else own)
        standings.append(Standing(player, sheets[player], len(above) + 1, tie_break))
    return tuple(standings)


def rank_dynasty(games: Sequence[Mapping[str, ScoreSheet]]) -> tuple[DynastyStanding, ...]:
    """Rank players over one to three games in a row, best first (rulebook, Dynasty).

    Only the sum of the totals counts: equal sums share the place in every rulebook.
    Raises RulesError for no game, for more than three, or for a player who misses one.

    Example:
        >>> from scoring import Kingdom, score
        >>> game = {"Ana": score(Kingdom.parse("w1wC")), "Ben": score(Kingdom.parse("f1C"))}
        >>> [(one.player, one.total) for one in rank_dynasty([game, game])]
        [('Ana', 4), ('Ben', 2)]
    """
    if not 1 <= len(games) <= DYNASTY_GAMES:
        raise RulesError(
            message("a Dynasty has 1 to {games} games, not {number}", games=DYNASTY_GAMES, number=len(games))
        )
    players = dict.fromkeys(player for game in games for player in game)
    for number, game in enumerate(games, start=1):
        for player in players.keys() - game.keys():
            missing = message(
                "{player} has no kingdom in game {number}; a Dynasty is played by the same players",
                player=player,
                number=number,
            )
            raise RulesError(missing)
    points = {player: tuple(game[player].total for game in games) for player in games[0]}
    totals = {player: sum(each) for player, each in points.items()}
    best_first = sorted(totals, key=totals.__getitem__, reverse=True)
    ranks = {player: 1 + sum(total > totals[player] for total in totals.values()) for player in best_first}
    return tuple(DynastyStanding(player, points[player], rank) for player, rank in ranks.items())
