"""Three-way merge of the pieces on one board that two phones changed at once, square by square."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from scoring import NO_PIECES, Pieces, Position

K = TypeVar("K", bound=object)
V = TypeVar("V")


def merged_pieces(base: Pieces, mine: Pieces, theirs: Pieces) -> Pieces:
    """The others' pieces with this phone's changes on top: the last change of every square, and of every count."""
    if mine == base:
        return theirs
    tokens = (dict.fromkeys(one.tokens, True) for one in (base, mine, theirs))
    pieces = Pieces(
        giants=_in_order(merged_by_key(dict(base.giants), dict(mine.giants), dict(theirs.giants))),
        tokens=frozenset(merged_by_key(*tokens)),
        characters=_in_order(merged_by_key(dict(base.characters), dict(mine.characters), dict(theirs.characters))),
        buildings=_in_order(merged_by_key(dict(base.buildings), dict(mine.buildings), dict(theirs.buildings))),
        coins=_last(base.coins, mine.coins, theirs.coins),
        towers=_last(base.towers, mine.towers, theirs.towers),
        knights=_last(base.knights, mine.knights, theirs.knights),
        queen=_last(base.queen, mine.queen, theirs.queen),
    )
    return NO_PIECES if pieces == NO_PIECES else pieces


def merged_by_key(base: Mapping[K, V], mine: Mapping[K, V], theirs: Mapping[K, V]) -> dict[K, V]:
    """What is under each key: this phone's where it changed it, else the others'."""
    chosen = {key: mine if mine.get(key) != base.get(key) else theirs for key in {*base, *mine, *theirs}}
    return {key: source[key] for key, source in chosen.items() if key in source}


def _last(base: V, mine: V, theirs: V) -> V:
    return mine if mine != base else theirs


def _in_order(placed: Mapping[Position, V]) -> tuple[tuple[Position, V], ...]:
    found: Iterable[tuple[Position, V]] = placed.items()
    return tuple(sorted(found, key=lambda one: one[0]))
