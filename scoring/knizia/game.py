"""The game over three epochs: everybody's gold, who starts the next epoch, and who wins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.kingdom import Problem
from scoring.knizia.board import Board
from scoring.knizia.checks import MIN_PLAYERS, check_players, find_problems
from scoring.knizia.lines import EpochSheet, colours, score_epoch
from scoring.knizia.pieces import Colour
from scoring.message import Message, Text, join_and, message
from scoring.rules import RulesError

EPOCHS = 3  # rulebook, course of the game
GOLD_AT_THE_START = 50  # rulebook, set-up


@dataclass(frozen=True)
class Reason:
    """What decided a place: the rivals it was decided against, and how much more gold than they the player has.

    ``rivals`` are those with as much; else the next richer one, or for the richest the next poorer; none for the only
    player. ``lead`` is 0 beside rivals with as much and negative behind a richer one.
    """

    rivals: tuple[Colour, ...]
    lead: int

    def words(self, names: Mapping[Colour, Text]) -> Message:
        """The reason in short, the rivals called by these names: ``7 behind Ana``."""
        if not self.rivals:
            return message("the only player")
        rivals = join_and([names[rival] for rival in self.rivals])
        if not self.lead:
            return message("as much as {others}", others=rivals)
        if self.lead > 0:
            return message("{gold} ahead", gold=self.lead)
        return message("{gold} behind {other}", gold=-self.lead, other=rivals)


@dataclass(frozen=True)
class Purse:
    """The gold of one player: ``gold`` has the amount after each epoch played.

    ``place`` counts from 1, equals share one and the next is left out: 1, 1, 3.
    """

    colour: Colour
    gold: tuple[int, ...]
    place: int
    reason: Reason

    @property
    def why(self) -> Message:
        """The reason in short, by colour: ``7 behind red``."""
        return self.reason.words({colour: colour.label for colour in Colour})

    @property
    def now(self) -> int:
        """The gold after the last epoch played."""
        return self.gold[-1]


@dataclass(frozen=True)
class GameSheet:
    """The epochs played so far, what is wrong with each board, and everybody's gold, the richest first."""

    epochs: tuple[EpochSheet, ...]
    problems: tuple[tuple[Problem, ...], ...]
    purses: tuple[Purse, ...]

    @property
    def is_over(self) -> bool:
        return len(self.epochs) == EPOCHS

    @property
    def richest(self) -> tuple[Colour, ...]:
        """The colours with most gold: after the third epoch the winners, before it one of them starts the next."""
        return tuple(purse.colour for purse in self.purses if purse.place == 1)


def score_game(boards: Sequence[Board], players: Collection[Colour] | int | None = None) -> GameSheet:
    """The sheet of a game after one, two or three epochs, of legal boards or not.

    ``players`` are the colours that play, or how many do; those with a castle on any board play anyway.
    Raises RulesError for no board, more than three, or a number of players the game is not for.
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
    gold = {colour: _running(sheets, colour) for colour in playing}
    return GameSheet(sheets, wrong, _purses(gold))


def _running(sheets: Sequence[EpochSheet], colour: Colour) -> tuple[int, ...]:
    amounts = [GOLD_AT_THE_START]
    for sheet in sheets:
        amounts.append(amounts[-1] + sheet.total(colour))
    return tuple(amounts[1:])


def _purses(gold: Mapping[Colour, tuple[int, ...]]) -> tuple[Purse, ...]:
    """The richest first, equals in the order of the colours; nothing but gold decides (rulebook, end of the game)."""
    richest_first = sorted(gold, key=lambda colour: -gold[colour][-1])
    purses = []
    for colour in richest_first:
        own = gold[colour][-1]
        place = 1 + sum(amounts[-1] > own for amounts in gold.values())
        purses.append(Purse(colour, gold[colour], place, _reason(colour, gold)))
    return tuple(purses)


def _reason(colour: Colour, gold: Mapping[Colour, tuple[int, ...]]) -> Reason:
    own = gold[colour][-1]
    others = {other: amounts[-1] for other, amounts in gold.items() if other is not colour}
    equal = [other for other in others if others[other] == own]
    above = sorted((other for other in others if others[other] > own), key=others.__getitem__)
    below = sorted((other for other in others if others[other] < own), key=others.__getitem__)
    rivals = tuple(equal or above[:1] or below[-1:])
    return Reason(rivals, own - others[rivals[0]] if rivals else 0)
