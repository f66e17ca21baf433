"""Everything that touches the insides of Streamlit, each with its reason.

Checked against Streamlit 1.60 to 1.67, the versions that pyproject.toml allows; tests/ui/test_streamlit_patch.py names
what moved when another version is tried. No public way was found for any of these in 1.67 (documentation, source and
issues were searched).
"""

from __future__ import annotations

from typing import Any

from streamlit import runtime
from streamlit.runtime import websocket_session_manager
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, ScriptRunnerEvent, get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile


class PatientSession(AppSession):
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

    def _create_scriptrunner(self, initial_rerun_data: RerunData) -> None:
        if self._scriptrunner is None:
            self._draining.clear()
        else:
            self._draining.add(self._scriptrunner)
        super()._create_scriptrunner(initial_rerun_data)

    def _handle_scriptrunner_event_on_event_loop(
        self, sender: ScriptRunner | None, event: ScriptRunnerEvent, *details: Any
    ) -> None:
        """Streamlit handles events of the runner it began last alone: those of earlier ones come in its name."""
        if sender in self._draining and event is ScriptRunnerEvent.SHUTDOWN:
            self._draining.discard(sender)
            return
        in_its_name = self._scriptrunner if sender in self._draining else sender
        super()._handle_scriptrunner_event_on_event_loop(in_its_name, event, *details)


def use_patient_sessions() -> None:
    """Make every session of this server a PatientSession."""
    websocket_session_manager.AppSession = PatientSession  # type: ignore[attr-defined]


def forget(upload: UploadedFile) -> None:
    """Take an upload that has been read out of this server's memory, where it would stay as long as its tab is open.

    The uploader's own clear button is the only public way, and the player's.
    """
    here = get_script_run_ctx()
    if here and isinstance(here.uploaded_file_mgr, MemoryUploadedFileManager):
        here.uploaded_file_mgr.remove_file(here.session_id, upload.file_id)


def address(jpeg: bytes, place: str) -> str:
    """Where this browser tab can fetch JPEG bytes; ``place`` names the spot on the screen that shows them.

    A component that redraws on every tap then carries a short address instead of the whole picture. ``st.image`` does
    the same for itself; a component has no public way.
    """
    return runtime.get_instance().media_file_mgr.add(jpeg, "image/jpeg", place)


def is_drawing() -> bool:
    """Whether this thread is drawing a page for a browser, whose language can then be asked for."""
    return get_script_run_ctx(suppress_warning=True) is not None
