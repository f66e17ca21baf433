"""The route of the modules: cached for good under the current version, never under another."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.ui.sockets import get_answer
from ui.components import LOADER
from ui.serving.modules import PATH, find_dependencies, get_version, read_modules

WORDS = "shared/words.js"
TEXT = read_modules()[WORDS].encode()


def test_current_version_is_cached_for_good(address: str) -> None:
    answer = get_answer(address, f"{PATH}/{get_version()}/{WORDS}", {"Accept-Encoding": "gzip"})

    assert gzip.decompress(answer.content) == TEXT
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_other_version_is_answered_but_not_cached(address: str) -> None:
    answer = get_answer(address, f"{PATH}/0123456789abcdef/{WORDS}")

    assert answer.content == TEXT
    assert "Content-Encoding" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["nothing.js", "../server.py", "%2e%2e/server.py", "package.json", "board.html"])
def test_nothing_but_modules_is_served(address: str, path: str) -> None:
    assert get_answer(address, f"{PATH}/{get_version()}/{path}").status in (400, 404)


def test_dependencies_are_found_through_other_modules() -> None:
    assert {"board/board.js", "board/kingdom.js", "board/edits.js", WORDS} <= set(find_dependencies("board/board.js"))


def test_no_script_awaits_at_its_top() -> None:
    scripts = {"the loader": LOADER, **read_modules()}
    lines = [(path, line) for path, text in scripts.items() for line in text.splitlines() if not line.startswith(" ")]

    assert [(path, line) for path, line in lines if re.search(r"\bawait\b", line) and "async" not in line] == []
