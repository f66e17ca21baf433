"""Name one piece and its look-alikes are named, in this photo and in the next epoch's."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from models.training.kingdoms.piece_art import piece_face
from models.training.kingdoms.samples import FOLDER, board_of
from scoring.kingdom import Position
from scoring.kingdoms import Board, Castle, Colour, Space, Tile, piece_of
from vision import load
from vision.kingdoms import BrokenMemoryError, Memory, Seen, guesses, look, straighten, worth_naming
from vision.kingdoms.looks import EDITION, Looks, looks_of, paint
from vision.kingdoms.numbers import Printed, printed_number
from vision.networks import identity
from vision.photo.photo import Bgr

FIRST, SECOND, THIRD = "epoch-1-window", "epoch-2-lamp", "epoch-3-window"


@cache
def seen_in(name: str) -> Seen:
    return look(straighten(load(FOLDER / f"{name}.jpg")))


def truth(name: str) -> dict[Position, Space]:
    return dict(board_of(name).spaces())


def places(board: Board, token: str) -> list[Position]:
    return [position for position, piece in board.spaces() if str(piece) == token]


def named_until_right(name: str, memory: Memory) -> int:
    """How many spaces are named by hand before all 30 are right."""
    named: dict[Position, Space] = {}
    for _ in range(30):
        found = guesses(seen_in(name), named, memory)
        wrong = [at for at, guess in found.items() if not guess.known or guess.space != truth(name)[at]]
        if not wrong:
            return len(named)
        asked = [at for at in worth_naming(found) if at in wrong]
        at = [*asked, *wrong][0]
        named[at] = truth(name)[at]
    return len(named)


def painted(token: str, seed: int) -> Bgr:
    """A piece on parchment, 64 x 64."""
    face = piece_face(piece_of(token), np.random.default_rng(seed), 64).astype(np.float32)
    share = face[..., 3:] / 255
    return np.asarray(face[..., :3] * share + np.array((150, 190, 210)) * (1 - share), np.uint8)


def test_naming_one_piece_names_its_look_alikes() -> None:
    board = board_of(FIRST)
    first, second = places(board, "+3")
    found = guesses(seen_in(FIRST), {first: board[first]}, Memory.empty())

    assert (found[second].space, found[second].sure) == (board[second], True)


def test_naming_one_castle_names_its_rank_in_every_colour() -> None:
    board = board_of(FIRST)
    red, green = places(board, "r1")[0], places(board, "g1")
    found = guesses(seen_in(FIRST), {red: board[red]}, Memory.empty())

    assert [found[at].space for at in green] == [board[at] for at in green]


def test_a_number_that_can_be_read_needs_no_name() -> None:
    found = guesses(seen_in(FIRST), {}, Memory.empty())
    numbers = {at: guess for at, guess in found.items() if guess.known}

    assert len(numbers) >= 8
    assert all(isinstance(guess.space, Tile) for guess in numbers.values())


def test_a_clear_number_needs_no_second_look_and_is_right() -> None:
    sure = {at: guess.space for at, guess in guesses(seen_in(FIRST), {}, Memory.empty()).items() if guess.sure}

    assert len(sure) >= 6
    assert sure == {at: truth(FIRST)[at] for at in sure}


def test_a_number_that_is_only_just_read_wants_a_look() -> None:
    seen = seen_in(FIRST)
    faint = tuple(number and Printed(number.tile, clear=False) for number in seen.numbers)
    found = guesses(Seen(seen.looks, faint), {}, Memory.empty())

    assert any(guess.known for guess in found.values())
    assert not any(guess.sure for guess in found.values())


def test_strangers_with_most_look_alikes_are_asked_for_first() -> None:
    found = guesses(seen_in(FIRST), {}, Memory.empty())
    asked = worth_naming(found)

    assert len({found[at].group for at in asked}) == len(asked)
    assert [found[at].known for at in asked] == sorted(found[at].known for at in asked)


def test_what_was_named_by_hand_stays_as_it_was_named() -> None:
    position = places(board_of(FIRST), "+3")[0]
    found = guesses(seen_in(FIRST), {position: None}, Memory.empty())

    assert (found[position].space, found[position].known) == (None, True)


def test_look_alikes_named_apart_are_no_longer_one_group() -> None:
    first, second = places(board_of(FIRST), "+3")
    named: dict[Position, Space] = {first: piece_of("+3"), second: piece_of("-1")}
    found = guesses(seen_in(FIRST), named, Memory.empty())

    assert [str(found[at].space) for at in (first, second)] == ["+3", "-1"]


def test_the_next_epochs_are_read_nearly_by_themselves() -> None:
    memory = Memory.empty().with_named(seen_in(FIRST).looks, truth(FIRST))
    second = named_until_right(SECOND, memory)
    memory = memory.with_named(seen_in(SECOND).looks, truth(SECOND))

    assert named_until_right(FIRST, Memory.empty()) <= 12
    assert second <= 3
    assert named_until_right(THIRD, memory) <= 1


def test_what_a_table_knows_survives_its_store() -> None:
    memory = Memory.empty().with_named(seen_in(FIRST).looks, truth(FIRST))
    kept = Memory.from_json(json.loads(json.dumps(memory.as_json())))

    assert kept.spaces == memory.spaces
    assert np.abs(kept.looks.painted - memory.looks.painted).max() < 1e-3
    before, after = (guesses(seen_in(SECOND), {}, each) for each in (memory, kept))
    assert [guess.space for guess in before.values()] == [guess.space for guess in after.values()]


def test_of_each_piece_only_the_latest_looks_are_kept() -> None:
    memory = Memory.empty()
    for _ in range(20):
        memory = memory.with_named(seen_in(FIRST).looks, {(0, 0): truth(FIRST)[0, 0]})

    assert len(memory.spaces) == 6


@pytest.mark.parametrize("network", ["another", f"{identity('squares')} {EDITION}"])
def test_what_another_network_saw_is_forgotten_whatever_its_numbers(network: str) -> None:
    value = Memory.empty().with_named(seen_in(FIRST).looks, truth(FIRST)).as_json() | {"network": network}

    assert Memory.from_json(value).spaces == ()
    assert Memory.from_json(value | {"shaped": "AAAA"}).spaces == ()


def test_what_a_table_knows_is_small_enough_to_be_kept_with_it() -> None:
    memory = Memory.empty()
    for name in (FIRST, SECOND, THIRD):
        memory = memory.with_named(seen_in(name).looks, truth(name))

    assert len(json.dumps(memory.as_json())) < 4_000 * len(memory.spaces)


@pytest.mark.parametrize(
    "change",
    [
        {"pieces": ["x9"]},
        {"pieces": ["+1", "+2"]},
        {"hues": "?"},
        {"painted": None},
        {"shaped": "AAAA"},
        {"shaped": "AAA="},
        {"painted": "AAA=", "shaped": "AAAAAAAA"},
    ],
)
def test_a_damaged_memory_is_refused(change: dict[str, object]) -> None:
    value = Memory.empty().with_named(seen_in(FIRST).looks, {(0, 0): None}).as_json()

    with pytest.raises(BrokenMemoryError, match="what was kept of this table's pieces"):
        Memory.from_json(value | change)


@pytest.mark.parametrize("colour", list(Colour))
def test_paint_tells_the_players_apart(colour: Colour) -> None:
    crops = np.stack([painted(str(Castle(colour, rank)), rank) for rank in (1, 2, 3, 4)])

    assert paint(looks_of(crops)) == [colour] * 4


def test_looks_can_be_joined_and_chosen() -> None:
    looks = looks_of(np.stack([painted("+3", 0), painted("M", 1)]))
    both: Looks = looks[[1]] + looks[[0]]

    assert np.array_equal(both.painted, looks.painted[::-1])


@pytest.mark.parametrize("token", [f"{sign}{value}" for sign in "+-" for value in range(1, 7)])
@pytest.mark.parametrize("side", range(4))
def test_a_printed_number_is_read_whichever_way_round_the_tile_lies(token: str, side: int) -> None:
    face = piece_face(piece_of(token), np.random.default_rng(0), 140)[..., :3]

    read = printed_number(np.rot90(face, side))

    assert read is not None
    assert read.tile == piece_of(token)


@pytest.mark.parametrize("level", [0, 255])
def test_on_a_bare_space_no_number_is_read(level: int) -> None:
    assert printed_number(np.full((150, 150, 3), level, np.uint8)) is None
