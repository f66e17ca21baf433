"""Player names are shown as text, never as Markdown or HTML."""

from __future__ import annotations

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from scoring.castle import Castle
from tests.ui.factories import KINGDOMS, RED_ALONE, play, with_boards
from tests.ui.phone import goes_to, holding, labels, phone_at, press, words
from ui.table.table import Table

LINK = "[Update now](https://evil.example/a)"
MARKUP = "<img src=x onerror=alert(1)> **b** :red[x]"
NAMED = with_boards(Table().with_player(LINK, Castle.BLUE).with_player(MARKUP, Castle.GREEN), "w1w/Cf", "m3m/Cf")
KINDS = ("button", "text_input", "toggle", "checkbox", "expander", "button_group", "selectbox", "markdown", "caption")


def assert_names_are_text(app: AppTest) -> None:
    elements = [element for kind in KINDS for element in app.get(kind)]
    texts = [str(getattr(element, name, "")) for element in elements for name in ("label", "value", "options")]
    assert [text for text in texts if "](http" in text] == []
    assert "<img src=x" not in words(app)
    assert all(MARKUP not in label for label in labels(app))


@pytest.mark.parametrize("host", [True, False])
def test_names_are_text_in_every_panel_of_the_table(host: bool) -> None:
    app = goes_to(phone_at(NAMED, host=host), "table")
    if not host:
        press(app, "Just watching")

    for panel in ("Players", "Rules", "Invite", "More"):
        assert_names_are_text(press(app, panel))


@pytest.mark.parametrize("screen", ["kingdom", "result", "history", "start"])
def test_names_are_text_on_other_screens(screen: str) -> None:
    assert_names_are_text(goes_to(holding(phone_at(NAMED), seat=1), screen))


def test_names_are_text_at_a_table_of_kingdoms(app: AppTest) -> None:
    named = play(RED_ALONE).with_players([replace(KINGDOMS.players[0], name=MARKUP), KINGDOMS.players[1]])

    assert_names_are_text(goes_to(holding(app, Table(knizia=named)), "kingdoms"))
