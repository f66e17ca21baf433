"""The game over three epochs: the gold of each player, who starts the next epoch, and who wins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.knizia.board import Board
from scoring.knizia.checks import MIN_PLAYERS, check_players, find_problems
from scoring.knizia.lines import EpochSheet, colours, score_epoch
from scoring.knizia.pieces import Colour
from scoring.message import Described, message
from scoring.problem import Problem
from scoring.rules import RulesError

EPOCHS = 3  # rulebook, course of the game
GOLD_AT_THE_START = 50  # rulebook, set-up


@dataclass(frozen=True)
class Lead:
    """What decided a place.

    Attributes:
        rivals: The players with as much gold; else the next richer one, or for the richest the next poorer one; empty
            for a player alone.
        gold: How much more gold the player has than they: 0 if they have as much, negative if they have more.
    """

    rivals: tuple[Colour, ...]
    gold: int


@dataclass(frozen=True)
class Purse(Described):
    """The gold of one player.

    Attributes:
        colour: The player.
        gold: The amount after each epoch played.
        rank: The rank from 1; equals share one and the next is left out: 1, 1, 3.
        lead: What decided the place.
    """

    colour: Colour
    gold: tuple[int, ...]
    rank: int
    lead: Lead

    @property
    def now(self) -> int:
        """The gold after the last epoch played."""
        return self.gold[-1]


@dataclass(frozen=True)
class GameSheet:
    """The epochs played so far, the problems of each board, and the gold of each player, the richest first."""

    epochs: tuple[EpochSheet, ...]
    problems: tuple[tuple[Problem, ...], ...]
    purses: tuple[Purse, ...]

    @property
    def is_over(self) -> bool:
        """True after the third epoch."""
        return len(self.epochs) == EPOCHS

    @property
    def richest(self) -> tuple[Colour, ...]:
        """The colours with most gold: after the third epoch the winners; before, one of them starts the next epoch."""
        return tuple(purse.colour for purse in self.purses if purse.rank == 1)


def score_game(boards: Sequence[Board], players: Collection[Colour] | int | None = None) -> GameSheet:
    """Score a game after one, two or three epochs, on legal boards or not.

    Args:
        boards: The boards at the end of each epoch.
        players: The colours that play, or how many; those with a castle on any board play anyway.

    Raises:
        RulesError: For no board, more than three, or a number of players that the game is not for.
    """
    if not 1 <= len(boards) <= EPOCHS:
        raise RulesError(
            message("a game of Kingdoms has {epochs} epochs, not {number}", epochs=EPOCHS, number=len(boards))
        )
    named = () if players is None or isinstance(players, int) else players
    seen = colours(*boards)
    playing = tuple(colour for colour in Colour if colour in named or colour in seen)
    count = check_players(players if isinstance(players, int) else max(MIN_PLAYERS, len(playing)))
    sheets = tuple(score_epoch(board, playing) for board in boards)
    wrong = tuple(find_problems(board, boards[:epoch], count) for epoch, board in enumerate(boards))
    gold = {colour: _sum_gold(sheets, colour) for colour in playing}
    return GameSheet(sheets, wrong, _rank_purses(gold))


def _sum_gold(sheets: Sequence[EpochSheet], colour: Colour) -> tuple[int, ...]:
    amounts = [GOLD_AT_THE_START]
    for sheet in sheets:
        amounts.append(amounts[-1] + sheet.total(colour))
    return tuple(amounts[1:])


def _rank_purses(gold: Mapping[Colour, tuple[int, ...]]) -> tuple[Purse, ...]:
    """Rank players by gold alone, equals in the order of the colours (rulebook, end of the game)."""
    richest_first = sorted(gold, key=lambda colour: -gold[colour][-1])
    purses = []
    for colour in richest_first:
        own = gold[colour][-1]
        rank = 1 + sum(amounts[-1] > own for amounts in gold.values())
        purses.append(Purse(colour, gold[colour], rank, _compare(colour, gold)))
    return tuple(purses)


def _compare(colour: Colour, gold: Mapping[Colour, tuple[int, ...]]) -> Lead:
    own = gold[colour][-1]
    others = {other: amounts[-1] for other, amounts in gold.items() if other is not colour}
    equal = [other for other in others if others[other] == own]
    above = sorted((other for other in others if others[other] > own), key=others.__getitem__)
    below = sorted((other for other in others if others[other] < own), key=others.__getitem__)
    rivals = tuple(equal or above[:1] or below[-1:])
    return Lead(rivals, own - others[rivals[0]] if rivals else 0)
