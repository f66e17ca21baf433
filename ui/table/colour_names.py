"""Players without a name of their own, called by their castle's colour: ``Blue`` where tables are kept, and in the
reader's language on the screen.

``words`` are the names of the castles in that language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scoring import Castle
from ui.table.finished import Game, Played
from ui.table.names import colour_name
from ui.table.table import Finished, Seat, Table

Words = Mapping[Castle, str]


def in_language(table: Table, words: Words) -> Table:
    """The table as it is shown: players without a name are called by their colour in the reader's language.

    A colour whose name another player has been given keeps the one it is kept by.
    """
    seats = tuple(_called(seat, words, {one.name for one in table.seats}) for seat in table.seats)
    games = tuple(game_in_language(game, words) for game in table.games)
    if seats == table.seats and games == table.games:
        return table
    return replace(table, seats=seats, games=games)


def game_in_language(game: Finished, words: Words) -> Finished:
    """A finished game as it is shown, its players called as ``in_language`` calls them."""
    return _game(game, words, shown=True)


def who(name: str, colour: Castle | None) -> str:
    """By what a player of finished games is found again: the name whatever its case; without a name, the castle."""
    nameless = colour is not None and name == colour_name(colour)
    return _of_castle(colour) if colour and nameless else name.casefold()


def all_called(name: str, words: Words) -> tuple[str, ...]:
    """By what all are found who are shown by that name: those who have it, and whom the colour calls so."""
    folded = name.casefold()
    return (folded, *(_of_castle(castle) for castle, word in words.items() if word.casefold() == folded))


def shown_name(found_by: str, name: str, words: Words) -> str:
    """What a player of finished games who is found by that, and was kept with that name, is called on the screen."""
    return next((word for castle, word in words.items() if found_by == _of_castle(castle)), name)


def _of_castle(castle: Castle) -> str:
    return f" {castle.value}"  # no name begins with a space


def as_kept(changed: Table, shown: Table, kept: Table, words: Words) -> Table:
    """A table that was made from ``shown``, as it is kept, where ``shown`` was made from ``kept``.

    Finished games that were not touched are those of ``kept``, unchanged.
    """
    untouched = {id(seen): before for seen, before in zip(shown.games, kept.games, strict=True)}
    games = tuple(untouched.get(id(game)) or _game(game, words, shown=False) for game in changed.games)
    seats = tuple(seat if seat.named else replace(seat, name=colour_name(seat.colour)) for seat in changed.seats)
    before = changed.before and as_kept(changed.before, shown, kept, words)
    after = changed.after and as_kept(changed.after, shown, kept, words)
    return replace(changed, seats=seats, games=games, before=before, after=after)


def _called(seat: Seat, words: Words, taken: set[str]) -> Seat:
    word = words[seat.colour]
    return seat if seat.named or word in taken else replace(seat, name=word)


def _game(game: Finished, words: Words, *, shown: bool) -> Finished:
    if not isinstance(game, Game):
        return game
    names = {one.name for one in game.players}
    players = tuple(_played(one, words[one.colour], names, shown=shown) for one in game.players)
    return game if players == game.players else replace(game, players=players)


def _played(one: Played, word: str, names: set[str], *, shown: bool) -> Played:
    plain = colour_name(one.colour)
    name, other = (plain, word) if shown else (word, plain)
    return replace(one, name=other) if one.name == name and other not in names else one
