"""Where strangers try the app, the first page says what becomes of their tables, and no photo is ever kept."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.ui.phone import words
from ui.cli.serve import usual_workers
from ui.system.installation import version

NOTICE = "This is a trial: tables are forgotten"
KEEPING = "Keep the photos with the games"


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_TRIAL", "1")


def test_the_first_page_says_that_tables_are_forgotten(app: AppTest, trial: None) -> None:
    assert NOTICE in words(app.run())


def test_elsewhere_it_says_no_such_thing_and_names_the_version(app: AppTest) -> None:
    said = words(app.run())

    assert NOTICE not in said
    assert f"Crownsight {version()}" in said


def test_one_process_serves_a_trial(trial: None) -> None:
    assert usual_workers() == 1
