"""An icon's outline is the same for a browser and for a picture."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.drawing.svg_path import outline


def test_lines_go_on_from_where_the_last_ended() -> None:
    assert outline("M2 20L9 6l4 7 2.5-4L22 20z") == [(2, 20), (9, 6), (13, 13), (15.5, 9), (22, 20)]


def test_lines_across_and_down_name_one_number() -> None:
    assert outline("M6 4h3v2.5H1V0z") == [(6, 4), (9, 4), (9, 6.5), (1, 6.5), (1, 0)]


def test_a_curve_ends_where_it_says_and_stays_between_its_handles() -> None:
    corners = outline("M0 0C0 8 8 8 8 0s8-8 8 0")

    assert corners[0] == (0, 0)
    assert (8, 0) in corners
    assert corners[-1] == (16, 0)
    assert max(y for _, y in corners) == pytest.approx(6)
    assert min(y for _, y in corners) == pytest.approx(-6)


@given(st.sampled_from("AQTaqt"))
def test_what_it_cannot_draw_is_refused(command: str) -> None:
    with pytest.raises(ValueError, match=f"no '{command}'"):
        outline(f"M0 0{command}1 1 1 1 1 1 1")
