"""Names, sums and pieces as HTML."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Building, Kingdom, Problem, Rule, Rules, Terrain, score
from scoring.knizia import Board, find_problems, parse_piece
from tests.sample_photos import SAMPLES
from ui.api.board_view import epoch_remarks as remarks
from ui.drawing.html import WORD_JOINER, in_html, in_label, remark, sums
from ui.drawing.knizia_pieces import small_board
from ui.drawing.piece_marks import in_figures


@given(st.text())
def test_html_shows_a_name_as_it_was_typed(typed: str) -> None:
    shown = in_html(typed).removeprefix("<bdi>").removesuffix("</bdi>")

    assert html.unescape(shown) == typed
    assert not set("<>\"'") & set(shown)


@given(st.text())
def test_a_label_escapes_everything_markdown_could_read(typed: str) -> None:
    label = in_label(typed)

    assert re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", label).replace(WORD_JOINER, "") == typed.replace(WORD_JOINER, "")
    assert not re.search(r"(?<!\\)[*_`\[\]<>$#|~]", label.replace("\\\\", ""))


def test_emoji_names_and_links_are_parted_in_labels() -> None:
    plain = in_label(":smile: www.example.org a@example.org http://x").replace("\\", "")

    assert not re.search(r":\w+:|www\.|\w@|https?://", plain)


def test_sums_are_written_as_players_write_them() -> None:
    text = re.sub("<[^>]*>", " ", sums(score(Kingdom.parse("f1f1f/Cfw"), Rules(harmony=True))))

    assert re.search(r"forest\s+4 × 2\s+= 8", text)
    assert re.search(r"Harmony: .*\+ 0", text)
    assert "No crowns (0 points): wheat 1" in text


def test_dominoes_that_could_not_be_laid_name_the_first_place() -> None:
    problem = Problem(
        Rule.NO_ORDER,
        ((0, 0), (1, 0)),
    )

    assert remark(problem) == "Row 1, column 1: no such domino."


@pytest.mark.parametrize(
    ("building", "figures"),
    [(Building(crowns=1), "+1"), (Building(points=5), "5"), (Building(each=2, per=Terrain.WHEAT), "2×")],
)
def test_a_building_says_what_it_earns(building: Building, figures: str) -> None:
    assert in_figures(building) == figures


# --- Kingdoms


EMPTY, FULL = Board.empty(), Board.parse((SAMPLES / "kingdoms" / "epoch-1.txt").read_text())


def test_problems_appear_on_nearly_full_boards() -> None:
    wrong, barely = FULL.with_piece(0, 0, parse_piece("D")), EMPTY.with_piece(0, 0, parse_piece("D"))

    [remark, *_] = remarks(wrong, find_problems(wrong))
    assert remark["text"].startswith("There are 2 dragons, but 1 in the box")
    assert (0, 0) in remark["squares"]
    assert remarks(barely, find_problems(barely)) == ()


def test_small_board_label_lists_rows_and_fill() -> None:
    few = Board.parse(". . . . . ./r2 +3 . . . M/. . . . . ./. . . . . ./. . . . . .")

    assert 'alt="a board with 30 pieces; row 1: ' in small_board(FULL)
    assert (
        'alt="a board with 3 pieces; row 2: red castle of rank 2, resource +3, empty, empty, empty, mountain"'
        in small_board(few)
    )
