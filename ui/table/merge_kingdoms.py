"""Three-way merge of games of Kingdoms, by the rules of ``ui.table.merge``."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from scoring.kingdoms import EPOCHS, Colour
from scoring.kingdoms.checks import FEWEST_PLAYERS
from scoring.message import message
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.merge_board import merged_board, merged_cells
from ui.table.table import TableError


def merged_game(base: Game, mine: Game, theirs: Game) -> Game:
    """The game with this phone's change put on top of the others'.

    Raises TableError where too few players would be left.
    """
    mine = _renumbered(mine, above=base.numbered, by=max(0, theirs.numbered - base.numbered))
    epochs = (_epoch(base.epoch(at), mine.epoch(at), theirs.epoch(at)) for at in range(EPOCHS))
    return Game(
        players=_players(base, mine, theirs),
        epochs=tuple(epoch for epoch in takewhile(lambda epoch: epoch is not None, epochs) if epoch),
        numbered=max(mine.numbered, theirs.numbered),
    )


def _players(base: Game, mine: Game, theirs: Game) -> tuple[Player, ...]:
    """Who plays, colour by colour."""
    names = {
        colour: mine.name(colour) if mine.name(colour) != base.name(colour) else theirs.name(colour)
        for colour in Colour
    }
    players = tuple(Player(colour, name) for colour, name in names.items() if name)
    if players and len(players) < FEWEST_PLAYERS:
        raise TableError(message("Somebody has just left the table. Kingdoms is for two to four players."))
    return players


def _epoch(base: Epoch | None, mine: Epoch | None, theirs: Epoch | None) -> Epoch | None:
    """One epoch; gone where either phone has begun the next game."""
    if mine == base or theirs == base:
        return theirs if mine == base else mine
    if mine is None or theirs is None:
        return (mine or theirs) if base is None else None
    both = merged_board(base, mine, theirs) if base else None
    if both:
        return both
    if base and base.number in (mine.number, theirs.number):  # the other has begun the next game
        return theirs if mine.number == base.number else mine
    return merged_cells(Epoch(), mine, theirs)  # two begun at once


def _renumbered(game: Game, *, above: int, by: int) -> Game:
    """The game with every board numbered after ``above`` moved up, so that no number is used twice."""
    if by == 0:
        return game
    epochs = tuple(epoch.renumbered(above=above, by=by) for epoch in game.epochs)
    return replace(game, epochs=epochs, numbered=game.numbered + by if game.numbered > above else game.numbered)
