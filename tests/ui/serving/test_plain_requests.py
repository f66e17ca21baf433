"""Paths come in one form only."""

from __future__ import annotations

import pytest

from ui.serving.plain_requests import plain


@pytest.mark.parametrize(
    ("path", "same"),
    [
        ("/", "/"),
        ("/static/app.js", "/static/app.js"),
        ("/./static/app.js", "/static/app.js"),
        ("/static/../static//./app.js", "/static/app.js"),
        ("//elsewhere.example/", "/elsewhere.example/"),
        ("/../../etc", "/etc"),
        ("/table/", "/table/"),
        ("", "/"),
    ],
)
def test_a_path_has_one_form(path: str, same: str) -> None:
    assert plain(path) == same
    assert plain(same) == same
