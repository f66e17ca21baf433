"""What a page counts is said in the plural form that its language has for the number."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.given import ROOT

POINTS = ("{number} point", "{number} points")
TEXTS: dict[str, dict[str, Any]] = {
    "en": {},
    "fr": {POINTS[0]: {"one": "{number} point", "other": "{number} points"}},
    "pl": {POINTS[0]: {"one": "{number} punkt", "few": "{number} punkty", "many": "{number} punktów"}},
}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0 points", "1 point", "2 points", "5 points"]),
        ("fr", ["0 point", "1 point", "2 points", "5 points"]),
        ("pl", ["0 punktów", "1 punkt", "2 punkty", "5 punktów"]),
    ],
)
def test_points_are_counted_as_in_the_language_of_the_page(chromium: Browser, language: str, said: list[str]) -> None:
    script = (ROOT / "ui" / "components" / "words.js").read_text(encoding="utf-8")
    counting = "words = given; return [0, 1, 2, 5].map((number) => sayOf(number, one, many));"
    words = {"language": language, "texts": TEXTS[language]}
    with chromium.new_page() as page:
        counted = page.evaluate(f"([given, one, many]) => {{ {script}\n{counting} }}", [words, *POINTS])

    assert counted == said
