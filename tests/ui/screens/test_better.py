"""The kingdoms that could have been had: sought once, and told on the result as soon as they are found."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from scoring import Kingdom
from scoring.castle import Castle
from tests.ui.phone import a_phone, goes_to, holding, words
from ui.screens.boards import possible
from ui.table.board import Board
from ui.table.table import Table

WASTED = "w1fCfw"  # 1 point; with its two wheat squares side by side it would be 2
WELL_LAID = "w1fC"
HEADING = "What could have been"


def result_of(**codes: str) -> AppTest:
    """The result of players with these kingdoms, once nothing is sought any more."""
    table = Table()
    for name, castle in zip(codes, Castle, strict=False):
        table = table.with_player(name, castle)
    for number, code in enumerate(codes.values(), start=1):
        board = Board(Kingdom.parse(code), by_hand=True, checked=True)
        table = table.with_new_board(number, board)
        possible(board.kingdom, table.rules).result(60)
    return goes_to(holding(a_phone(), table), "result")


def lines(app: AppTest) -> list[str]:
    return [one.label for one in app.expander if "possible" in one.label]


def test_what_was_possible_is_said_of_players_by_name_over_both_boards() -> None:
    app = result_of(Ana=WASTED, Ben=WELL_LAID)

    assert lines(app) == ["Ana made 1. At least 2 was possible."]
    assert HEADING in words(app)
    assert "<figcaption>1 point</figcaption>" in words(app)
    assert "<figcaption>2 points</figcaption>" in words(app)


def test_who_plays_alone_is_spoken_to() -> None:
    assert lines(result_of(Ana=WASTED)) == ["You made 1. At least 2 was possible."]


def test_where_nothing_better_was_found_the_player_is_praised() -> None:
    app = result_of(Ana=WASTED, Ben=WELL_LAID)

    assert "Nothing better was found: well laid!" in words(app)


def test_of_a_kingdom_that_could_not_have_been_laid_nothing_is_said() -> None:
    assert HEADING not in words(result_of(Ana="w3fC"))
