"""What a browser changed is told from what it was shown, and one table's boards are never taken for another's."""

from __future__ import annotations

from scoring.castle import Castle
from tests.ui.phone import a_phone, holding, press, shown_by
from ui.session.revisions import MOST_SHOWN, ShownBoards
from ui.table.board import Board, blank_board
from ui.table.kingdoms import Epoch
from ui.table.table import Table


def epoch(revision: int, number: int = 1) -> Epoch:
    return Epoch(number=number, revision=revision)


def test_the_first_word_of_a_browser_is_compared_with_what_it_was_shown() -> None:
    received, shown = ShownBoards(), epoch(4)
    received.show(shown)

    assert received.receive(epoch(5), base=4) is shown


def test_the_next_word_is_compared_with_the_one_before() -> None:
    received = ShownBoards()
    received.receive(epoch(5), base=4)
    last = epoch(6)
    received.receive(last, base=4)

    assert received.receive(epoch(7), base=4) is last


def test_after_an_answer_was_taken_over_the_answer_is_what_counts() -> None:
    received, answer = ShownBoards(), epoch(6)
    received.receive(epoch(5), base=4)
    received.show(answer)

    assert received.receive(epoch(7), base=6) is answer


def test_nothing_is_known_of_a_board_that_was_never_shown() -> None:
    received = ShownBoards()
    received.receive(epoch(5), base=4)

    assert received.receive(epoch(5, number=2), base=4) is None
    assert received.revision(epoch(0, number=3)) == 0


def test_until_a_browser_has_said_a_word_the_first_it_was_shown_counts() -> None:
    received = ShownBoards()
    for revision in (4, 5, 9):  # others were faster than its first word
        received.show(epoch(revision))
    assert received.revision(epoch(9)) == 4

    received.receive(epoch(5), base=4)
    assert received.revision(epoch(9)) == 5


def test_what_was_shown_longest_ago_is_forgotten() -> None:
    received = ShownBoards()
    for revision in range(MOST_SHOWN + 1):
        received.show(epoch(revision))

    assert received.receive(epoch(999), base=0) is None
    assert received.receive(epoch(999), base=1) is not None


def test_a_new_table_has_heard_nothing() -> None:
    laid = Table().with_player("Ana", Castle.BLUE).with_new_board(1, blank_board(5))
    app = holding(a_phone(), laid).run()
    sent: Board | None = laid.seats[0].board
    assert sent is not None
    told = ShownBoards()
    holding(app, shown=told)
    told.receive(Board(sent.kingdom, number=2, revision=7), base=0)

    press(app, "By hand")

    assert shown_by(app) is not told
