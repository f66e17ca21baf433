"""Everything that touches the insides of Streamlit, each with its reason.

Checked against Streamlit 1.60 to 1.67, the versions that pyproject.toml allows; tests/ui/test_streamlit_patch.py names
what moved when another version is tried. No public way was found for any of these in 1.67 (documentation, source and
issues were searched).
"""

from __future__ import annotations

from typing import Any
from weakref import WeakValueDictionary

from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime import app_session, websocket_session_manager
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import (
    RerunData,
    ScriptRunner,
    ScriptRunnerEvent,
    get_script_run_ctx,
)
from streamlit.runtime.scriptrunner_utils.script_requests import ScriptRequestType, _coalesce_widget_states
from streamlit.runtime.state import SessionState
from streamlit.runtime.state.safe_session_state import SafeSessionState

PRESSES = {"trigger_value", "string_trigger_value", "json_trigger_value"}  # hold for one run


class DrainingSession(AppSession):
    """A session that passes on everything a run has drawn before it listens to the next run.

    A browser asks every second for a fragment of its page. Where that request comes when the run before it has ended,
    but before all that it drew has been passed on, Streamlit 1.67 drops the rest (AppSession ignores events of any
    runner but the last), and nobody sees it until something else changes: on a busy server a player would be left
    without what another has just entered. Related upstream: streamlit/streamlit pull requests 8798, 9381, 8054 and
    issue 9188; none describes this case.
    """

    def __init__(self, *known: Any, **named: Any) -> None:
        super().__init__(*known, **named)
        self._draining: set[ScriptRunner] = set()  # have ended; their last events are still queued
        self._said: dict[str, bytes] = {}  # what each widget said last, by its id

    def _create_scriptrunner(self, initial_rerun_data: RerunData) -> None:
        if self._scriptrunner is None:
            self._draining.clear()
        else:
            self._draining.add(self._scriptrunner)
        super()._create_scriptrunner(initial_rerun_data)

    def request_rerun(self, client_state: ClientState | None) -> None:
        """Ask for a run, unless it is that of a fragment of a page that this session does not show any more.

        What widgets say within one moment comes as one request, for the fragment of one of them: a button that was
        pressed outside of all fragments would do nothing. The whole page runs then.
        """
        changed = self._changed(client_state)
        if client_state and client_state.fragment_id:
            if is_stale_page(client_state.page_script_hash, self._client_state.page_script_hash):
                return
            known = self._session_state._new_widget_state.widget_metadata
            if any(name in known and known[name].fragment_id is None for name in changed):
                client_state.fragment_id = ""
        if client_state and not client_state.fragment_id and self._scriptrunner:
            self._take_over(client_state, self._scriptrunner)
        super().request_rerun(client_state)

    def _take_over(self, client_state: ClientState, runner: ScriptRunner) -> None:
        """Add the presses of a request that a runner still has before it.

        A run of the whole page has the runner of the run before it stopped, and Streamlit 1.67 drops what waits there:
        a button pressed just before another would do nothing.
        """
        waiting = runner._requests.on_scriptrunner_ready()
        if waiting.type is ScriptRequestType.RERUN and waiting.rerun_data.widget_states:
            before = waiting.rerun_data.widget_states
            both = _coalesce_widget_states(before, client_state.widget_states) or client_state.widget_states
            first = {one.id for one in before.widgets if one.WhichOneof("value") in PRESSES}
            in_order = sorted(both.widgets, key=lambda one: one.id not in first)
            client_state.widget_states.CopyFrom(WidgetStates(widgets=in_order))

    def _changed(self, client_state: ClientState | None) -> set[str]:
        """The widgets that say something else than in the request before; those that are new say nothing yet."""
        if client_state is None:
            return set()
        said = {one.id: one.SerializeToString(deterministic=True) for one in client_state.widget_states.widgets}
        before, self._said = self._said, said
        changed = {name for name, value in said.items() if name in before and before[name] != value}
        return changed | {one.id for one in client_state.widget_states.widgets if one.WhichOneof("value") in PRESSES}

    def _handle_scriptrunner_event_on_event_loop(
        self, sender: ScriptRunner | None, event: ScriptRunnerEvent, *details: Any
    ) -> None:
        """Streamlit handles events of the runner it began last alone: those of earlier ones come in its name."""
        if sender in self._draining and event is ScriptRunnerEvent.SHUTDOWN:
            self._draining.discard(sender)
            return
        in_its_name = self._scriptrunner if sender in self._draining else sender
        super()._handle_scriptrunner_event_on_event_loop(in_its_name, event, *details)


class UninterruptedState(SafeSessionState):
    """The state of a session, which knows whether the callbacks of a run are being called."""

    in_callbacks = False

    def on_script_will_rerun(self, *known: Any, **named: Any) -> None:
        object.__setattr__(self, "in_callbacks", True)
        try:
            super().on_script_will_rerun(*known, **named)
        finally:
            object.__setattr__(self, "in_callbacks", False)


class SerialRunner(ScriptRunner):
    """A runner that begins when the one before it has ended, and does not stop in the middle of a callback.

    A run of the whole page has the run before it stop where that next asks for anything of the session. Streamlit 1.67
    begins the new one at once: both would change the table that the old one is changing. And it stops the
    old one also before its callbacks, or in one that asks what its widget says, which are never called again: the tap
    would be lost.

    It also leaves out fragments of a page that was left after they were asked for. A request for a fragment waits while
    another page is drawn. Streamlit 1.67 then takes the browser back to the page that the request names, of which
    nothing is drawn: the player sees an empty page until they reload it.
    """

    _session_state: UninterruptedState

    def __init__(self, *, session_id: str, session_state: SessionState, **named: Any) -> None:
        super().__init__(session_id=session_id, session_state=session_state, **named)
        self._session_state = UninterruptedState(session_state, self._maybe_handle_execution_control_request)
        self._before = _LAST_RUNNERS.get(session_id)
        _LAST_RUNNERS[session_id] = self

    def _run_script_thread(self) -> None:
        before = self._before._script_thread if self._before else None
        if before and before.is_alive():
            before.join()
        self._before = None
        super()._run_script_thread()

    def _maybe_handle_execution_control_request(self) -> None:
        if not self._session_state.in_callbacks:
            super()._maybe_handle_execution_control_request()

    def _run_script(self, rerun_data: RerunData) -> None:
        context = get_script_run_ctx()
        shown = context.page_script_hash if context else ""
        if not (rerun_data.fragment_id_queue and is_stale_page(rerun_data.page_script_hash, shown)):
            super()._run_script(rerun_data)


_LAST_RUNNERS: WeakValueDictionary[str, SerialRunner] = WeakValueDictionary()  # by the name of their session


def is_stale_page(wanted: str, shown: str) -> bool:
    """Whether a request names another page than the one that is shown; an empty name is that of any page."""
    return bool(wanted and shown and wanted != shown)


def use_draining_sessions() -> None:
    """Make every session of this server a DrainingSession, and each of its runners a SerialRunner."""
    websocket_session_manager.AppSession = DrainingSession  # type: ignore[attr-defined]
    app_session.ScriptRunner = SerialRunner  # type: ignore[attr-defined,assignment]
