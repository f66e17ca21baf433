"""An independent count of statistics, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ui.table.achievements import PriorStats
from ui.table.completed_games import Game, Result
from ui.table.names import player_key
from ui.table.statistics import EPOCH_NUMBERS, TERRAINS, PlayerStats
from ui.table.table import CompletedGame


def tallies(games: Iterable[CompletedGame]) -> list[PlayerStats]:
    """Count the statistics of every player of every game, in the order of play."""
    return [one for game in sorted(games, key=lambda game: game.played) for one in _tallies(game)]


def _tallies(game: CompletedGame) -> list[PlayerStats]:
    colours = {one.name: one.colour for one in game.players} if isinstance(game, Game) else {}
    sources: Sequence[Any] = TERRAINS if isinstance(game, Game) else EPOCH_NUMBERS
    results: Iterable[Result[Any]] = game.results
    return [
        PlayerStats(
            player_key(one.name, colours.get(one.name)),
            one.name,
            game.played.timestamp(),
            1,
            int(one.won),
            one.points,
            one.points,
            tuple(one.earned.get(source, 0) for source in sources),
        )
        for one in results
    ]


@dataclass(frozen=True)
class Remembered:
    """What was before a game, from all games of its kind that were played before it."""

    games: Sequence[CompletedGame]

    @staticmethod
    def before(game: CompletedGame, known: Iterable[CompletedGame]) -> Remembered:
        """Return the statistics before that game, from all known games."""
        earlier = [one for one in known if type(one) is type(game) and one.played < game.played]
        return Remembered(sorted(earlier, key=lambda one: one.played))

    def career(self, name: str) -> PriorStats:
        of_player = [one for one in tallies(self.games) if one.name.casefold() == name.casefold()]
        best = max((one.best for one in of_player), default=0)
        return PriorStats(len(of_player), sum(one.wins for one in of_player), best)

    def games_since_beaten(self, name: str, rival: str) -> int:
        games = 0
        for game in reversed(self.games):
            won = {one.name.casefold(): one.wins for one in tallies([game])}
            if name.casefold() in won and rival.casefold() in won:
                if won[name.casefold()] > won[rival.casefold()]:
                    return games
                games += 1
        return games
