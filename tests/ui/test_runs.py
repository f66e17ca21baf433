"""What was drawn is seen, however busy the server is."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.ui import pages


def test_a_look_at_a_timer_takes_away_nothing_that_the_run_before_it_drew(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        texts = process.submit(pages.drawn, tmp_path).result()
    assert set(texts) == {*(f"line {number}" for number in range(5)), "a look"}
