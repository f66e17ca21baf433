"""What a run of a page draws reaches the browser, also where the next run begins at once.

A browser asks every second for a part of its page again. Where that comes when the run before it has ended and the
server has not yet passed on all that it drew, Streamlit 1.67 throws the rest away, and nobody sees it until something
else changes: a busy server would leave a player without what another has just entered.
"""

from __future__ import annotations

from typing import Any

from streamlit.runtime import websocket_session_manager
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, ScriptRunnerEvent, get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile


class HearingSession(AppSession):
    """A page whose runs are all heard to their end, unless another run draws everything anew."""

    def __init__(self, *known: Any, **named: Any) -> None:
        super().__init__(*known, **named)
        self._unheard: set[ScriptRunner] = set()  # have ended; what they drew last is still on its way here

    def _create_scriptrunner(self, initial_rerun_data: RerunData) -> None:
        if self._scriptrunner is None:
            self._unheard.clear()
        else:
            self._unheard.add(self._scriptrunner)
        super()._create_scriptrunner(initial_rerun_data)

    def _handle_scriptrunner_event_on_event_loop(
        self, sender: ScriptRunner | None, event: ScriptRunnerEvent, *said: Any
    ) -> None:
        """Streamlit hears the runner it began last alone: in its name an earlier one is heard too."""
        if sender in self._unheard and event is ScriptRunnerEvent.SHUTDOWN:
            self._unheard.discard(sender)
            return
        heard = self._scriptrunner if sender in self._unheard else sender
        super()._handle_scriptrunner_event_on_event_loop(heard, event, *said)


def hear_runs_out() -> None:
    """Make every page of this server one whose runs are heard to their end."""
    websocket_session_manager.AppSession = HearingSession  # type: ignore[attr-defined]


def forget(upload: UploadedFile) -> None:
    """Take an upload that has been read out of this server's memory, where it would stay as long as its tab is open."""
    here = get_script_run_ctx()
    if here and isinstance(here.uploaded_file_mgr, MemoryUploadedFileManager):
        here.uploaded_file_mgr.remove_file(here.session_id, upload.file_id)
