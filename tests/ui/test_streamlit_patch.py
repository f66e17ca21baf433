"""The insides of Streamlit that the app touches are there, and what was drawn is shown, however busy the server is."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.runtime import app_session, websocket_session_manager
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import ScriptRunner, get_script_run_ctx
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequests
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState

TOUCHED: dict[str, tuple[Callable[..., Any], list[str]]] = {
    "AppSession._create_scriptrunner": (AppSession._create_scriptrunner, ["self", "initial_rerun_data"]),
    "AppSession._handle_scriptrunner_event_on_event_loop": (
        AppSession._handle_scriptrunner_event_on_event_loop,
        ["self", "sender", "event"],
    ),
    "AppSession.request_rerun": (AppSession.request_rerun, ["self", "client_state"]),
    "ScriptRunner._run_script": (ScriptRunner._run_script, ["self", "rerun_data"]),
    "ScriptRunner._run_script_thread": (ScriptRunner._run_script_thread, ["self"]),
    "ScriptRunner._maybe_handle_execution_control_request": (
        ScriptRunner._maybe_handle_execution_control_request,
        ["self"],
    ),
    "ScriptRequests.on_scriptrunner_ready": (ScriptRequests.on_scriptrunner_ready, ["self"]),
    "SafeSessionState": (SafeSessionState, ["state", "yield_callback"]),
    "SafeSessionState.on_script_will_rerun": (SafeSessionState.on_script_will_rerun, ["self", "fresh_widget_states"]),
    "get_script_run_ctx": (get_script_run_ctx, ["suppress_warning"]),
}


@pytest.mark.parametrize("name", TOUCHED)
def test_what_the_app_touches_inside_streamlit_has_not_moved(name: str) -> None:
    touched, parameters = TOUCHED[name]

    assert [*inspect.signature(touched).parameters][: len(parameters)] == parameters


def test_sessions_are_where_the_app_takes_hold_of_them() -> None:
    assert SessionState()._new_widget_state.widget_metadata == {}
    assert issubclass(vars(websocket_session_manager)["AppSession"], AppSession)
    assert issubclass(vars(app_session)["ScriptRunner"], ScriptRunner)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What a browser is shown in every scene."""
    command = [sys.executable, "-m", "tests.ui.pages", str(tmp_path_factory.mktemp("pages"))]
    scenes: dict[str, list[str]] = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return scenes


def test_a_fragment_on_a_timer_takes_away_nothing_that_the_run_before_it_drew(shown: dict[str, list[str]]) -> None:
    assert set(shown["drawn"]) == {*(f"line {number}" for number in range(5)), "a look"}


def test_a_fragment_of_a_page_that_was_left_meanwhile_does_not_bring_that_page_back(
    shown: dict[str, list[str]],
) -> None:
    assert len(shown["left"]) == 1


def test_buttons_pressed_in_quick_succession_are_answered_one_after_another_and_none_is_lost(
    shown: dict[str, list[str]],
) -> None:
    assert shown["pressed"] == ["first", "chosen: True", "second", "third"]
