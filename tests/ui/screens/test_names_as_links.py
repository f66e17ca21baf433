"""Player names are shown as text, never as Markdown."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.factories import BOTH_LAID
from tests.ui.phone import goes_to, holding, phone_at, press

LINK = "[Update now](https://evil.example/a)"
NAMED = BOTH_LAID.with_name(1, LINK)


def markdown_labels(app: AppTest) -> list[str]:
    """Return the labels on the screen that contain an address as a link."""
    kinds = (
        "button",
        "text_input",
        "toggle",
        "checkbox",
        "expander",
        "button_group",
        "selectbox",
        "markdown",
        "caption",
    )
    elements = [element for kind in kinds for element in app.get(kind)]
    texts = [str(getattr(element, name, "")) for element in elements for name in ("label", "value", "options")]
    return [text for text in texts if "](http" in text]


@pytest.mark.parametrize("panel", ["Players", "Rules", "Invite", "More"])
@pytest.mark.parametrize("host", [True, False])
def test_name_is_no_link_on_the_table(panel: str, host: bool) -> None:
    app = goes_to(phone_at(NAMED, host=host), "table")
    if not host:
        press(app, "Just watching")

    assert markdown_labels(press(app, panel)) == []


@pytest.mark.parametrize("screen", ["kingdom", "result", "history", "start"])
def test_name_is_no_link_on_other_screens(screen: str) -> None:
    app = goes_to(holding(phone_at(NAMED), seat=1), screen)

    assert markdown_labels(app) == []
