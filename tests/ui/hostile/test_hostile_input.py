"""Whatever arrives is read or refused with a sentence: a few hundred of ``tests/benchmarks/bench_hostile.py``."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring import USUAL_RULES, Kingdom
from scoring.castle import Castle
from tests.ui.hostile.backups import backup
from tests.ui.hostile.texts import TEXTS
from tests.ui.hostile.trials import ENTERED, LAID, REFUSALS, TRIALS, table_after
from tests.vision.photo.hostile_photos import BOMBS, PHOTOS, bomb
from ui import store
from ui.components.corners import spanned
from ui.store import StoreError
from ui.store.database import database_url, opened_engine
from ui.table.converter import FormatError
from ui.table.finished import Game, Played
from ui.table.forms import games_in, games_text
from ui.table.names import plain_name
from ui.table.source import Picture

FEW = {
    "damaged": 6,
    "polyglots": 5,
    "database addresses": 12,
    "command lines": 25,
    "files of games": 60,
    "exports of BG Stats": 1_000,
    "games of Kingdoms": 40,
    "backups": 15,
}
USUAL = 150
QUICK_BOMBS = sorted(name for name in BOMBS if name.startswith("HEIC") and "MP" not in name)


def outcome(kind: str, arrived: bytes) -> str:
    """The sentence that refuses it, or that it was read; anything else is raised."""
    try:
        for trial in TRIALS[kind]:
            trial(arrived)
    except REFUSALS as refused:
        return str(refused)
    return "read"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What command lines and addresses name lies in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize("kind", TEXTS)
def test_hostile_texts_are_read_or_refused_with_a_sentence(kind: str) -> None:
    for seed in range(FEW.get(kind, USUAL)):
        arrived = TEXTS[kind](Random(seed)).encode("utf-8", "surrogatepass")

        assert outcome(kind, arrived).strip(), f"seed {seed}"


def test_hostile_backups_are_brought_back_or_refused_with_a_sentence() -> None:
    for seed in range(FEW["backups"]):
        assert outcome("backups", backup(Random(seed))).strip(), f"seed {seed}"


@pytest.mark.parametrize("kind", ["damaged", "polyglots"])
def test_hostile_photos_are_read_or_refused_with_a_sentence(kind: str) -> None:
    for seed in range(FEW[kind]):
        assert outcome(kind, PHOTOS[kind](Random(seed))).endswith((".", "?", "read")), f"seed {seed}"


@pytest.mark.parametrize("name", QUICK_BOMBS)
def test_a_bomb_is_refused_with_a_sentence(name: str) -> None:
    assert outcome("bombs", bomb(name)).endswith((".", "?"))


# --- What was found so


@pytest.mark.parametrize(
    "square",
    [
        {"at": [float("inf"), 0], "to": ["w", False]},
        {"at": [0, 10**12], "to": ["w", False]},
        {"at": [0, 0], "to": ["w9", False]},
        {"at": [0, 0], "to": ["w", 1]},
    ],
    ids=str,
)
def test_a_phone_cannot_make_a_board_that_no_table_can_hold(square: dict[str, Any]) -> None:
    def edit(square: dict[str, Any]) -> bytes:
        return json.dumps({"key": "k" * 22, "do": "edit", "board": 1, "squares": [square]}).encode()

    assert table_after(LAID, edit({"at": [0, 0], "to": ["f", False]})) is not None
    assert table_after(LAID, edit(square)) is None


@pytest.mark.parametrize(
    "space",
    [{"at": [5, 0], "to": "r2"}, {"at": [0, 6], "to": "r2"}, {"at": [0, 0], "to": "r5"}, {"at": [0, 0], "to": None}],
    ids=str,
)
def test_a_phone_cannot_make_an_epoch_that_no_table_can_hold(space: dict[str, Any]) -> None:
    def edit(space: dict[str, Any]) -> bytes:
        return json.dumps({"key": "k" * 22, "do": "edit epoch", "epoch": 0, "board": 1, "spaces": [space]}).encode()

    assert table_after(ENTERED, edit({"at": [4, 5], "to": "r2"})) is not None
    assert table_after(ENTERED, edit(space)) is None


@pytest.mark.parametrize("far", [10**400, 1e308])
def test_corners_beyond_all_numbers_span_no_grid(far: float) -> None:
    assert spanned([[far, 0], [9, 0], [9, 9], [0, 9]], Picture(b"", 10, 10, 1.0)) is None


def test_half_a_character_is_no_name() -> None:
    assert plain_name("\ud800") == ""
    assert plain_name("A\udfffna") == "A na"


@pytest.mark.parametrize("played", ["0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"])
def test_a_game_beyond_the_calendar_is_refused(played: str) -> None:
    ana = Played("Ana", Castle.BLUE, Kingdom.parse("Cw"))
    file = games_text([Game(1, datetime(2026, 11, 21, tzinfo=UTC), USUAL_RULES, (ana,))])
    assert len(games_in(file).over) == 1

    with pytest.raises(FormatError, match="the time of a game looks like"):
        games_in(file.replace("2026-11-21T00:00:00+00:00", played))


def test_a_key_that_no_database_can_hold_forgets_nothing() -> None:
    assert not store.opened().forget("\ud800" * 22)
    assert not store.opened().forget("\0" * 22)


def test_an_address_that_no_driver_understands_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", "postgresql://ana@127.0.0.1:port/tables")

    with pytest.raises(StoreError, match="CROWNSIGHT_DATABASE is not a database address"):
        opened_engine(database_url())


def test_a_driver_named_in_full_is_the_same_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", f"sqlite+pysqlite:///{tmp_path}/tables")

    opened_engine(database_url()).dispose()

    assert (tmp_path / "tables").exists()
