"""What the browser sends of a Kingdoms board, and what the server makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from models.training.kingdoms.samples import board_of
from scoring.kingdoms import Board, Colour, piece_of
from tests.ui.photographed import epoch_from_a_photo
from ui.components.kingdoms_editor import remarks
from ui.components.sent import ChangedEpoch, correction, sent_in
from ui.drawing.pieces import LOOKS, small_board
from ui.photos.kingdoms_reading import Known, reread, view
from ui.table.kingdoms import Epoch, Game, Player
from vision.kingdoms import Memory

EMPTY, FULL = Board.empty(), board_of("epoch-1-window")
BY_HAND = Epoch(number=3, revision=4)
PLAYERS = [Player(Colour.RED, "Ana"), Player(Colour.GREEN, "Ben")]


def sent(board: Board = EMPTY, **parts: Any) -> dict[str, Any]:
    return {"number": 3, "revision": 5, "code": str(board), "named": [], "doubts": []} | parts


def photographed() -> Epoch:
    return replace(epoch_from_a_photo(), number=3, revision=4)


def corrected(epoch: Epoch, message: Any, received: int = 4) -> Epoch | None:
    changed = sent_in(message, ChangedEpoch)
    return correction(epoch, changed, received) if changed else None


def test_a_board_entered_by_hand_is_as_it_was_sent() -> None:
    board = EMPTY.with_piece(0, 0, piece_of("+3"))

    assert corrected(BY_HAND, sent(board, named=[[0, 0]])) == replace(
        BY_HAND, board=board, named=frozenset({(0, 0)}), revision=5
    )


NONSENSE: dict[str, Any] = {
    "nothing": None,
    "a word": "board",
    "another board": sent(number=2),
    "a revision received already": sent(revision=4),
    "a revision that is no number": sent(revision="5"),
    "no board text": sent(code="x"),
    "a board too large": {**sent(), "code": "M " * 10_000},
    "places that are none": sent(named=[1]),
    "places of three": sent(doubts=[[1, 2, 3]]),
    "a place below the board": sent(named=[[5, 0]]),
    "a place left of the board": sent(named=[[0, -1]]),
    "a place that is equal to one": sent(named=[[0.0, True]]),
}


@pytest.mark.parametrize("kind", list(NONSENSE))
def test_nonsense_changes_nothing(kind: str) -> None:
    assert corrected(BY_HAND, NONSENSE[kind]) is None


def test_nothing_becomes_doubtful_that_was_not() -> None:
    changed = corrected(replace(BY_HAND, doubtful=frozenset({(1, 1)})), sent(doubts=[[0, 0], [1, 1]]))

    assert changed is not None
    assert changed.doubtful == {(1, 1)}


def test_a_changed_board_is_to_be_checked_again() -> None:
    changed = corrected(replace(BY_HAND, checked=True), sent())

    assert changed is not None
    assert not changed.checked


def test_naming_one_piece_on_a_photo_names_its_look_alikes() -> None:
    epoch = photographed()
    [first, *others] = [position for position, space in FULL.spaces() if str(space) == "r1"]
    board = epoch.board.with_piece(*first, piece_of("r1"))
    changed = corrected(epoch, sent(board, named=[list(first)], doubts=[list(p) for p in epoch.doubtful - {first}]))

    assert changed is not None
    again = reread(changed, Known(Memory.empty()))
    assert all(str(again.board[other]) == "r1" for other in others)
    assert first not in again.doubtful


def test_a_turn_by_half_turns_board_and_photo_and_twice_is_none() -> None:
    epoch = photographed()
    named = replace(epoch, named=frozenset({(0, 1)}), asked=((0, 1),))
    once = named.turned()

    assert once.board.rows[4] == epoch.board.rows[0][::-1]
    assert once.named == {(4, 4)}
    assert once.asked == ((4, 4),)
    assert once.source is not None
    assert epoch.source is not None
    above, below = view(epoch.source), view(once.source)
    assert above is not None
    assert below is not None
    assert above.straight != below.straight
    assert once.source.corners[0] == epoch.source.corners[2]
    assert once.turned() == named


def test_what_the_rules_forbid_is_named_with_its_place_once_the_board_is_nearly_full() -> None:
    game = Game().with_players(PLAYERS)
    wrong = FULL.with_piece(0, 0, piece_of("D"))

    [remark, *_] = remarks(game.with_new_board(0, Epoch(wrong)), 0)
    assert remark.text.startswith("There are 2 dragons, but 1 in the box")
    assert (0, 0) in remark.squares
    assert remarks(game.with_new_board(0, Epoch(EMPTY.with_piece(0, 0, piece_of("D")))), 0) == ()


def test_every_piece_has_a_look() -> None:
    assert set(LOOKS) == {str(space)[0] if space else "." for board in (FULL, EMPTY) for _, space in board.spaces()} | {
        "b"
    } | set("MDGW+-")


def test_a_small_board_says_how_full_it_is_and_what_lies_in_every_row() -> None:
    few = Board.parse(". . . . . ./r2 +3 . . . M/. . . . . ./. . . . . ./. . . . . .")

    assert 'alt="a board with 30 pieces; row 1: ' in small_board(FULL)
    assert (
        'alt="a board with 3 pieces; row 2: red castle of rank 2, resource +3, free, free, free, mountain"'
        in small_board(few)
    )
