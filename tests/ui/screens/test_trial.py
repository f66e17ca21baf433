"""Where strangers try the app, the first page says what becomes of their tables, and no photo is ever kept."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.given import ROOT
from tests.ui.phone import words

NOTICE = "This is a trial: tables are forgotten"


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_TRIAL", "1")


def test_the_first_page_says_that_tables_are_forgotten(app: AppTest, trial: None) -> None:
    assert NOTICE in words(app.run())


def test_elsewhere_it_says_no_such_thing(app: AppTest) -> None:
    assert NOTICE not in words(app.run())


def test_a_copy_of_the_repository_is_a_trial_where_community_cloud_runs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for variable in ("CROWNSIGHT_TRIAL", "CROWNSIGHT_DATA"):
        monkeypatch.setenv(variable, "")  # put back after the test
        monkeypatch.delenv(variable)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60).run()

    assert not app.exception
    assert NOTICE in words(app)


def test_community_cloud_finds_the_packages_of_the_lock_and_the_settings_of_the_app() -> None:
    required = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()

    assert [line for line in required if not line.startswith("#")] == ["-r requirements.lock"]
    assert (ROOT / ".streamlit" / "config.toml").read_bytes() == (ROOT / "ui/.streamlit/config.toml").read_bytes()
