"""``crownsight teach`` and ``editions``: how the tiles of a box look, taught by a photo and kept on this machine."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from typing import TYPE_CHECKING

from scoring import EMPTY, Position, Terrain
from ui.cli.inputs import BadInput, Given, box_of, content_of, quoted, typed

USE = "crownsight teach PHOTO --edition NAME"

if TYPE_CHECKING:
    from ui.store.editions import Contents
    from vision.editions.teach import Taught
    from vision.squares.edition import Edition


def teach(options: Namespace) -> int:
    """Learn an edition from the photo of its teaching kingdom, or of a kingdom whose code is given, of any box.

    Another photo adds to what is known of it. Without a photo, say what to lay. Raises BadInput.
    """
    if options.photo is None:
        print(f"Lay these dominoes by their numbers, photograph them, then: {USE}\n\n{_plan()}")
        return 0
    if options.edition is None:
        raise BadInput(f"an edition needs a name: {USE}")
    from ui.store import opened
    from ui.store.editions import COMMAND_LINE
    from vision.errors import VisionError
    from vision.photo.memory import prepare_process
    from vision.squares.edition import added

    prepare_process()
    with _in_one_sentence():
        try:
            taught = _taught_by(options)
        except VisionError as refused:
            raise BadInput(f"{options.photo}: {refused}") from refused
        edition = taught.edition
        opened().editions.keep(COMMAND_LINE, edition.name, lambda before: _contents(added(before, edition)))
        edition = _kept(edition.name) or edition
    for warning in taught.warnings:
        print(warning)
    print(_described(edition))
    return 0


def _taught_by(options: Namespace) -> Taught:
    """The lesson of the photo. Raises VisionError, and BadInput for a bad kingdom code."""
    from vision.editions.teach import teach, teach_kingdom

    if options.kingdom is None:
        return teach(options.photo, options.edition)
    given = typed(options.kingdom)
    uncovered = reduce(lambda left, at: left.with_square(*at, EMPTY), hidden_below(given), given.kingdom)
    return teach_kingdom(options.photo, options.edition, uncovered, box=box_of(options.box, [given]))


def hidden_below(given: Given) -> Iterator[Position]:
    """The squares of a kingdom of which pieces hide what would be learnt; a building on a town is learnt with it."""
    pieces = given.pieces
    yield from (at for at, _ in (*pieces.giants, *pieces.characters))
    yield from pieces.tokens
    yield from (at for at, _ in pieces.buildings if given.kingdom[at].terrain is not Terrain.TOWN)


def editions(options: Namespace) -> int:
    """List the editions taught here, add one from a file, print one as a file, or forget one. Raises BadInput."""
    from ui.store import opened
    from ui.store.editions import COMMAND_LINE
    from vision.squares.edition import LARGEST, restored

    with _in_one_sentence():
        there = opened().editions
        named = options.forget or options.print
        kept = there.named(COMMAND_LINE, named) if named else None
        if named and kept is None:
            raise _unknown(named)
        if kept and options.forget:
            there.forget(COMMAND_LINE, kept.number)
            print(f"The edition {quoted(options.forget)} is forgotten.")
        if kept and options.print:
            print((there.content(kept.number) or b"").decode(), end="")
        if options.add:
            given = restored(content_of(options.add, LARGEST + 1))
            there.keep(COMMAND_LINE, given.name, lambda _: _contents(given))
            print(_described(given))
        if not (named or options.add):
            listed = [_described(one) for one in map(_kept, [each.name for each in there.of(COMMAND_LINE)]) if one]
            print("\n".join(listed) or f"No edition was taught yet: {USE}.")
    return 0


def edition_named(name: str | None) -> Edition | None:
    """The edition kept under a name, for reading; None without a name. Raises BadInput."""
    if not name:
        return None
    from vision.networks import identity

    with _in_one_sentence():
        edition = _kept(name)
    if edition is None:
        raise _unknown(name)
    if edition.network != identity("squares"):
        raise BadInput(f"the edition {quoted(name)} was taught to another version of the reader; teach it again")
    return edition


def _kept(name: str) -> Edition | None:
    """The edition kept under a name, however it is capitalised. Raises StoreError, and EditionError."""
    from ui.store import opened
    from ui.store.editions import COMMAND_LINE
    from vision.squares.edition import restored

    kept = opened().editions.named(COMMAND_LINE, name)
    content = opened().editions.content(kept.number) if kept else None
    return None if content is None else restored(content)


def _contents(edition: Edition) -> Contents:
    from ui.store.editions import Contents
    from vision.squares.edition import stored

    return Contents(stored(edition), edition.kingdoms)


def _plan() -> str:
    """The kingdom to lay: on every square the number of its domino, and the square in the kingdom code."""
    from vision.editions.teach import TEACHING_KINGDOM, teaching_dominoes

    number = {place: str(domino.number) for domino in teaching_dominoes() for place in domino.squares}
    cells = {place: f"{number.get(place, '')} {square}".strip() for place, square in TEACHING_KINGDOM.squares()}
    rows, columns = range(TEACHING_KINGDOM.height), range(TEACHING_KINGDOM.width)
    return "\n".join("  " + "".join(f"{cells[row, column]:<8}" for column in columns).rstrip() for row in rows)


def _described(edition: Edition) -> str:
    kinds = len(set(edition.squares))
    return f"{edition.name}: {len(edition)} squares of {kinds} kinds, kingdoms checked {edition.kingdoms}"


def _unknown(name: str) -> BadInput:
    return BadInput(f"no edition is called {quoted(name)}; crownsight editions lists them")


@contextmanager
def _in_one_sentence() -> Iterator[None]:
    """Raises what goes wrong with editions and where they are kept as BadInput."""
    from ui.store import StoreError
    from vision.squares.edition import EditionError

    try:
        yield
    except (EditionError, StoreError) as fault:
        raise BadInput(f"the edition cannot be kept or fetched: {fault}") from fault
