"""What a browser changed is told from what it was shown, and one table's boards are never taken for another's."""

from __future__ import annotations

from tests.ui.phone import a_phone, heard_by, holding, press
from ui.session.revisions import MOST_SHOWN, Heard
from ui.table.kingdoms import Epoch
from ui.table.table import Board, Colour, Table, blank_board


def epoch(revision: int, number: int = 1) -> Epoch:
    return Epoch(number=number, revision=revision)


def test_the_first_word_of_a_browser_is_compared_with_what_it_was_shown() -> None:
    heard, shown = Heard(), epoch(4)
    heard.show(shown)

    assert heard.hear(epoch(5), base=4) is shown


def test_the_next_word_is_compared_with_the_one_before() -> None:
    heard = Heard()
    heard.hear(epoch(5), base=4)
    last = epoch(6)
    heard.hear(last, base=4)

    assert heard.hear(epoch(7), base=4) is last


def test_after_an_answer_was_taken_over_the_answer_is_what_counts() -> None:
    heard, answer = Heard(), epoch(6)
    heard.hear(epoch(5), base=4)
    heard.show(answer)

    assert heard.hear(epoch(7), base=6) is answer


def test_nothing_is_known_of_a_board_that_was_never_shown() -> None:
    heard = Heard()
    heard.hear(epoch(5), base=4)

    assert heard.hear(epoch(5, number=2), base=4) is None
    assert heard.revision(epoch(0, number=3)) == 0


def test_until_a_browser_has_said_a_word_the_first_it_was_shown_counts() -> None:
    heard = Heard()
    for revision in (4, 5, 9):  # others were faster than its first word
        heard.show(epoch(revision))
    assert heard.revision(epoch(9)) == 4

    heard.hear(epoch(5), base=4)
    assert heard.revision(epoch(9)) == 5


def test_what_was_shown_longest_ago_is_forgotten() -> None:
    heard = Heard()
    for revision in range(MOST_SHOWN + 1):
        heard.show(epoch(revision))

    assert heard.hear(epoch(999), base=0) is None
    assert heard.hear(epoch(999), base=1) is not None


def test_a_new_table_has_heard_nothing() -> None:
    laid = Table().with_player("Ana", Colour.BLUE).with_new_board(1, blank_board(5))
    app = holding(a_phone(), laid).run()
    sent: Board | None = laid.seats[0].board
    assert sent is not None
    told = Heard()
    holding(app, heard=told)
    told.hear(Board(sent.kingdom, number=2, revision=7), base=0)

    press(app, "New table")

    assert heard_by(app) is not told
