"""A page with a part that asks for itself again and again, and a server that is busy whenever it does.

``python -m tests.ui.pages FOLDER`` prints what a browser is shown of it, as JSON; a process can have one server only.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime, RuntimeConfig
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager

import ui.server  # as the app is served

assert ui.server.app

PAGE = """
import streamlit as st

for number in range(5):
    st.text(f"line {number}")

@st.fragment(run_every=1)
def look():
    st.text("a look")

look()
"""
PATIENCE = 60.0  # seconds for the page to be drawn on any machine


class Browser:
    """A browser that keeps what it hears."""

    client_context = None

    def __init__(self) -> None:
        self.heard: list[ForwardMsg] = []

    def write_forward_msg(self, msg: ForwardMsg) -> None:
        """Keep a message."""
        self.heard.append(msg)

    @property
    def part(self) -> str:
        """The name of the part that asks for itself."""
        return next(message.auto_rerun.fragment_id for message in self.heard if message.HasField("auto_rerun"))

    @property
    def texts(self) -> list[str]:
        """The texts that were drawn, in order."""
        drawn = (message.delta.new_element.text.body for message in self.heard if message.HasField("delta"))
        return [text for text in drawn if text]

    async def hears(self, ending: int) -> None:
        """Wait until a run has ended in that way."""
        async with asyncio.timeout(PATIENCE):
            while not any(one.HasField("script_finished") and one.script_finished == ending for one in self.heard):
                await asyncio.sleep(0.01)


def run_ends() -> None:
    """Wait, and let nothing else be done meanwhile, until no run is under way."""
    until = time.monotonic() + PATIENCE
    while any("ScriptRunner" in thread.name for thread in threading.enumerate()) and time.monotonic() < until:
        time.sleep(0.01)


async def drawn(folder: Path) -> list[str]:
    """What a browser is shown that asks for a part of its page in the moment in which the whole has been drawn."""
    page = folder / "page.py"
    page.write_text(PAGE)
    runtime = Runtime(RuntimeConfig(str(page), MemoryMediaFileStorage("/media"), MemoryUploadedFileManager("/upload")))
    await runtime.start()
    browser = Browser()
    session = runtime.connect_session(browser, {})
    whole = BackMsg()
    whole.rerun_script.SetInParent()
    runtime.handle_backmsg(session, whole)
    await browser.hears(ForwardMsg.FINISHED_SUCCESSFULLY)
    part = BackMsg()
    part.rerun_script.fragment_id = browser.part
    await asyncio.to_thread(run_ends)
    browser.heard.clear()

    runtime.handle_backmsg(session, whole)
    run_ends()  # while the server is busy with something else
    runtime.handle_backmsg(session, part)
    await browser.hears(ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
    runtime.stop()
    await runtime.stopped
    return browser.texts


if __name__ == "__main__":
    print(json.dumps(asyncio.run(drawn(Path(sys.argv[1])))))
