"""What a page counts is said in the plural form that its language has for the number."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.given import ROOT

pytestmark = pytest.mark.browser

POINTS = ("{number} point", "{number} points")
IN_POLISH = {"one": "{number} punkt", "few": "{number} punkty", "many": "{number} punktów"}
COUNTED = "words = given; return [0, 1, 2, 5].map((number) => sayOf(number, one, many));"


def test_points_are_counted_as_in_the_language_of_the_page(chromium: Browser) -> None:
    script = (ROOT / "ui" / "components" / "words.js").read_text(encoding="utf-8")
    polish: dict[str, Any] = {"language": "pl", "texts": {POINTS[0]: IN_POLISH}}
    with chromium.new_page() as page:
        counted = page.evaluate(f"([given, one, many]) => {{ {script}\n{COUNTED} }}", [polish, *POINTS])

    assert counted == ["0 punktów", "1 punkt", "2 punkty", "5 punktów"]
