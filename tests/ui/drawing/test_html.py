"""Typed names are shown letter by letter, in HTML and in labels."""

from __future__ import annotations

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from scoring import Kingdom, Problem, Rule, Rules, score
from scoring.message import Message
from ui.drawing.html import WORD_JOINER, in_html, in_label, remark, sums


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
    assert "no crown: wheat 1" in text


def test_dominoes_that_could_not_be_laid_name_the_first_place() -> None:
    problem = Problem(
        Message("No order of legal placements; left over: row 1, column 1; row 2, column 1"),
        ((0, 0), (1, 0)),
        Rule.ORDER,
    )

    assert remark(problem) == "Something cannot be: look at row 1, column 1."
