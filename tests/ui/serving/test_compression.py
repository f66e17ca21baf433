"""Streamlit's scripts and styles are sent compressed."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.ui.sockets import get_answer
from ui.serving.compression import FOLDER, PATH

SCRIPT = max(FOLDER.glob("js/index.*.js"), key=lambda file: file.stat().st_size)
STYLE = next(FOLDER.glob("css/*.css"))
GZIP = {"Accept-Encoding": "gzip, deflate, br"}


def url_of(file: Path) -> str:
    return PATH + file.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("file", [SCRIPT, STYLE], ids=["script", "style"])
def test_files_of_streamlit_are_compressed(address: str, file: Path) -> None:
    answer = get_answer(address, url_of(file), GZIP)

    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.content) == file.read_bytes()
    assert "immutable" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(("headers", "status"), [({}, 200), (GZIP | {"Range": "bytes=0-9"}, 206)])
def test_other_requests_get_the_file_itself(address: str, headers: dict[str, str], status: int) -> None:
    answer = get_answer(address, url_of(SCRIPT), headers)

    assert answer.status == status
    assert "Content-Encoding" not in answer.headers
    assert SCRIPT.read_bytes().startswith(answer.content)
    assert answer.headers["Vary"] == "Accept-Encoding"


def test_index_page_is_compressed(address: str) -> None:
    plain, compressed = get_answer(address, "/"), get_answer(address, "/", GZIP)

    assert compressed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed.content) == plain.content
    assert plain.content.count(b'as="font"') == 1  # that of the theme
