"""Where strangers try the app, the first page says what becomes of their tables, and no photo is ever kept."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from tests.given import ROOT
from tests.ui.phone import words
from ui.system import version

NOTICE = "This is a trial: tables are forgotten"


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_TRIAL", "1")


def test_the_first_page_says_that_tables_are_forgotten(app: AppTest, trial: None) -> None:
    assert NOTICE in words(app.run())


def test_elsewhere_it_says_no_such_thing_and_names_the_version(app: AppTest) -> None:
    said = words(app.run())

    assert NOTICE not in said
    assert f"Crownsight {version()}" in said


def test_a_trial_takes_less_than_a_gigabyte_of_pages_and_photos() -> None:
    asked = (
        "from ui.serving.bounds import PAGES, CONNECTIONS; from ui.api.files import IN_HAND_BYTES;"
        "print(PAGES, CONNECTIONS, IN_HAND_BYTES)"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", asked], env=os.environ | more, cwd=ROOT, capture_output=True, text=True
        ).stdout
        for more in ({"CROWNSIGHT_TRIAL": "1"}, {"CROWNSIGHT_TRIAL": ""})
    ]

    assert all(
        lower < usual for lower, usual in zip(*([int(number) for number in line.split()] for line in said), strict=True)
    )


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
