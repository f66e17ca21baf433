"""Pages with a part that is asked for while the server is busy with something else.

``python -m tests.ui.pages FOLDER`` prints what a browser is shown in each scene, as JSON. A process can have one server
only: the app is loaded once, and every scene is played in a fork of that process. The scene ``drawn`` asks for a part
of a page that has just been drawn, ``left`` for one of a page that is being left; in ``pressed`` three buttons are
pressed while the first of them, and a choice made with it, are still being answered.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
import time
from multiprocessing import get_context
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Delta_pb2 import Delta
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
TWO_PAGES = """
import time
import streamlit as st

@st.fragment(run_every=1)
def look():
    st.text("a look")

def first():
    look()

def second():
    time.sleep(1)
    st.text("the second page")

st.navigation([st.Page(first, default=True), st.Page(second)], position="hidden").run()
"""
BUTTONS = """
import time
import streamlit as st
from ui.session.tab import tab

def add(name):
    tab().set_local("pressed", [*(tab().local("pressed") or []), name])

def press(name):
    time.sleep(0.5)
    add(name)

def choose():
    add(f"chosen: {st.session_state['choice']}")

@st.fragment
def part():
    st.button("first", on_click=press, args=("first",))
    st.checkbox("choice", key="choice", on_change=choose)
    st.button("second", on_click=press, args=("second",))

part()
st.button("third", on_click=press, args=("third",))
for name in tab().local("pressed") or []:
    st.text(name)
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
    def buttons(self) -> dict[str, Delta]:
        """How each button was drawn, by its label."""
        drawn = (message.delta for message in self.heard if message.HasField("delta"))
        return {delta.new_element.button.label: delta for delta in drawn if delta.new_element.HasField("button")}

    @property
    def choice(self) -> str:
        """The name of the checkbox."""
        drawn = (message.delta.new_element.checkbox.id for message in self.heard if message.HasField("delta"))
        return next(name for name in drawn if name)

    @property
    def texts(self) -> list[str]:
        """The texts that were drawn, in order."""
        drawn = (message.delta.new_element.text.body for message in self.heard if message.HasField("delta"))
        return [text for text in drawn if text]

    @property
    def pages(self) -> list[str]:
        """The pages that it was told to show, in order."""
        return [message.new_session.page_script_hash for message in self.heard if message.HasField("new_session")]

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


async def opened(page: str, folder: Path) -> tuple[Runtime, str, Browser]:
    """A server of a page, a session, and its browser, which has been shown the whole page."""
    script = folder / "page.py"
    script.write_text(page)
    runtime = Runtime(
        RuntimeConfig(str(script), MemoryMediaFileStorage("/media"), MemoryUploadedFileManager("/upload"))
    )
    await runtime.start()
    browser = Browser()
    session = runtime.connect_session(browser, {})
    runtime.handle_backmsg(session, whole())
    await browser.hears(ForwardMsg.FINISHED_SUCCESSFULLY)
    await asyncio.to_thread(run_ends)
    return runtime, session, browser


def whole(page: str = "") -> BackMsg:
    """A request for the whole of a page, by its name."""
    message = BackMsg()
    message.rerun_script.page_name = page
    return message


async def drawn(folder: Path) -> list[str]:
    """What a browser is shown that asks for a part of its page in the moment in which the whole has been drawn."""
    runtime, session, browser = await opened(PAGE, folder)
    part = BackMsg()
    part.rerun_script.fragment_id = browser.part
    browser.heard.clear()

    runtime.handle_backmsg(session, whole())
    run_ends()  # while the server is busy with something else
    runtime.handle_backmsg(session, part)
    await browser.hears(ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
    runtime.stop()
    await runtime.stopped
    return browser.texts


async def left(folder: Path) -> list[str]:
    """The pages that a browser is told to show which asks for a part of its page while another is drawn."""
    runtime, session, browser = await opened(TWO_PAGES, folder)
    part = BackMsg()
    part.rerun_script.fragment_id = browser.part
    part.rerun_script.page_script_hash = browser.pages[-1]
    browser.heard.clear()

    runtime.handle_backmsg(session, whole("second"))
    await asyncio.sleep(0.5)  # the second page is being drawn
    runtime.handle_backmsg(session, part)
    await browser.hears(ForwardMsg.FINISHED_SUCCESSFULLY)
    await asyncio.to_thread(run_ends)
    runtime.stop()
    await runtime.stopped
    return browser.pages


async def pressed(folder: Path) -> list[str]:
    """What was answered of two buttons in a part of a page and one outside of it, pressed quickly one after another.

    Together with the first a choice is made.
    """
    runtime, session, browser = await opened(BUTTONS, folder)
    buttons, choice = browser.buttons, browser.choice
    browser.heard.clear()

    for name in ("first", "second", "third"):
        press = BackMsg()
        press.rerun_script.fragment_id = buttons[name].fragment_id
        press.rerun_script.widget_states.widgets.add(id=buttons[name].new_element.button.id, trigger_value=True)
        press.rerun_script.widget_states.widgets.add(id=choice, bool_value=True)
        runtime.handle_backmsg(session, press)
        await asyncio.sleep(0.1)
    await browser.hears(ForwardMsg.FINISHED_SUCCESSFULLY)
    await asyncio.to_thread(run_ends)
    runtime.stop()
    await runtime.stopped
    return browser.texts


SCENES = {"drawn": drawn, "left": left, "pressed": pressed}


def played(folder: Path, name: str) -> list[str]:
    """What a browser is shown in that scene, played in a folder of its own."""
    (folder / name).mkdir()
    return asyncio.run(SCENES[name](folder / name))


if __name__ == "__main__":
    with get_context("fork").Pool(len(SCENES), maxtasksperchild=1) as forks:
        shown = forks.starmap(played, [(Path(sys.argv[1]), name) for name in SCENES], chunksize=1)
    print(json.dumps(dict(zip(SCENES, shown, strict=True))))
