"""Answers exist in supported languages only."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from ui.api.access import language_of


@pytest.mark.parametrize(
    ("query", "language"), [("l=de", "de"), ("l=xx", "en"), ("l=" + "x" * 20_000, "en"), ("", "en")]
)
def test_unknown_language_is_english(query: str, language: str) -> None:
    request = Request({"type": "http", "query_string": query.encode(), "headers": []})

    assert language_of(request) == language
