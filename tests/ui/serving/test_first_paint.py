"""The look of the app is part of the page, not something that comes after the first elements."""

from __future__ import annotations

import pytest

from tests.given import ROOT
from tests.ui.sockets import answered
from ui.i18n.translate import LANGUAGES
from ui.serving.first_paint import FIRST, LOOK


def asked(address: str, path: str) -> tuple[str, str]:
    """What a served app answers, and what it says that this is."""
    answer = answered(address, path)
    assert int(answer.headers.get("Content-Length", len(answer.content))) == len(answer.content)
    return answer.content.decode(), answer.headers["Content-Type"]


@pytest.mark.parametrize("path", ["/", "/table"])
def test_a_page_links_to_style_sheet_and_first_script_behind_everything_else(address: str, path: str) -> None:
    links = f'<link rel="stylesheet" href=".{LOOK}"><script src=".{FIRST}"></script></body>'

    page, _ = asked(address, path)

    assert page.rstrip().endswith(f"{links}\n</html>") or page.rstrip().endswith(f"{links}</html>")


def test_the_style_sheet_is_that_of_the_screens_and_nothing_else_is_changed(address: str) -> None:
    sheet, kind = asked(address, LOOK)

    assert sheet == (ROOT / "ui" / "screens" / "look.css").read_text(encoding="utf-8")
    assert kind.startswith("text/css")
    assert LOOK not in asked(address, "/healthz")[0]


def test_the_first_script_says_in_every_language_that_the_app_is_starting_and_that_a_browser_is_too_old(
    address: str,
) -> None:
    script, kind = asked(address, FIRST)

    assert "WORDS" not in script
    assert all(f'"{code}": {{"starting": "' in script for code in LANGUAGES)
    assert script.count('"tooOld": "') == len(LANGUAGES)
    assert kind.startswith("text/javascript")
