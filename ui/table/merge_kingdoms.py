"""Three-way merge of games of Kingdoms, by the rules of ``ui.table.merge``.

What was set by hand on either phone stands; a space that is merely guessed on a photo gives way to it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from scoring import Position
from scoring.kingdoms import EPOCHS, POSITIONS, Colour, Space
from scoring.kingdoms.checks import FEWEST_PLAYERS
from scoring.message import message
from ui.table.kingdoms import Epoch, Game, Player
from ui.table.orientation import in_one_orientation
from ui.table.table import TableError
from ui.table.turning_kingdoms import turned_like

Shown = tuple[Space, bool, bool]  # what lies on a space, whether it was named, whether it is doubtful


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
    alike = in_one_orientation(base, mine, theirs, turned_like) if base else None
    if alike:
        return merged_epoch(*alike)
    if base and mine.number == base.number:
        return _behind(base, mine, theirs)
    if mine.number == theirs.number or (mine.source is None and not (base and theirs.number == base.number)):
        return merged_epoch(Epoch(), replace(mine, number=theirs.number), theirs)  # two begun at once, this one by hand
    return replace(mine, earlier=replace(theirs, earlier=None))


def _behind(base: Epoch, mine: Epoch, theirs: Epoch) -> Epoch:
    """Another board has taken the place of the one that this phone corrected, which lies behind it."""
    earlier = theirs.earlier
    if earlier is None or earlier.number != mine.number:
        return theirs
    return replace(theirs, earlier=replace(merged_epoch(base, mine, earlier), earlier=None))


def merged_epoch(base: Epoch, mine: Epoch, theirs: Epoch) -> Epoch:
    """One board entered on two phones: of every space the last change by hand.

    It is checked only if the player who said so saw it as it is now, with every doubt that is left.
    """
    choice = {position: _chosen(position, base, mine, theirs) for position in POSITIONS}
    board = theirs.board
    for (row, column), chosen in choice.items():
        board = board.with_piece(row, column, chosen.board[row, column])
    doubtful = frozenset(position for position, chosen in choice.items() if position in chosen.doubtful)
    confirmed = mine if mine.checked != base.checked else theirs
    return replace(
        theirs,
        board=board,
        named=frozenset(position for position, chosen in choice.items() if position in chosen.named),
        doubtful=doubtful,
        asked=tuple(position for position in (mine.asked or theirs.asked) if position in doubtful),
        checked=confirmed.checked and confirmed.board == board and doubtful <= confirmed.doubtful,
        revision=max(mine.revision, theirs.revision) + (board != mine.board or theirs.revision >= mine.revision),
        source=mine.source or theirs.source,
    )


def _chosen(position: Position, base: Epoch, mine: Epoch, theirs: Epoch) -> Epoch:
    """Whose space stands: what was set by hand before what was guessed, then the last change."""
    if _by_hand(position, mine) != _by_hand(position, base):
        return mine
    if _by_hand(position, theirs) != _by_hand(position, base):
        return theirs
    return mine if _shown(position, mine) != _shown(position, base) else theirs


def _by_hand(position: Position, epoch: Epoch) -> tuple[bool, Space]:
    named = position in epoch.named
    return named, epoch.board[position] if named else None


def _shown(position: Position, epoch: Epoch) -> Shown:
    return epoch.board[position], position in epoch.named, position in epoch.doubtful


def _renumbered(game: Game, *, above: int, by: int) -> Game:
    """The game with every board numbered after ``above`` moved up, so that no number is used twice."""
    if by == 0:
        return game
    epochs = tuple(replace(_moved(one, above, by), earlier=_moved_behind(one, above, by)) for one in game.epochs)
    return replace(game, epochs=epochs, numbered=game.numbered + by if game.numbered > above else game.numbered)


def _moved(epoch: Epoch, above: int, by: int) -> Epoch:
    turns = tuple(replace(turn, number=turn.number + by) if turn.number > above else turn for turn in epoch.turns)
    return replace(epoch, number=epoch.number + by if epoch.number > above else epoch.number, turns=turns)


def _moved_behind(epoch: Epoch, above: int, by: int) -> Epoch | None:
    return _moved(epoch.earlier, above, by) if epoch.earlier else None
