"""A phone without a browser: one tab that speaks Streamlit's protocol, as far as strangers and joining players need it.

It keeps what is on the screen, presses buttons, fills fields and sends photos. It draws nothing and runs no script of
the page. Crafted messages go out with ``send`` and ``request``.
"""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import SimpleCookie
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.ui.phone import with_note
from ui.store.codes import new_key

PATIENCE = 60  # seconds
DRAWN = 5.0  # seconds that a page waits for one run before it asks for the next
GOODBYE = 0.5  # seconds that the server has to answer the end of a connection, which may be broken
UNHEARD = 0.2  # seconds between two questions how far a photo is
CAMERA = "camera"  # the component that sends photos
CARD = "player_card"  # the component
NEWS = "news"  # the component that a page ends with
XSRF = "_streamlit_xsrf"  # cookie
Found = TypeVar("Found")


@dataclass(frozen=True)
class Shown:
    """One element on the screen, the fragment it belongs to (empty: the page), and the run that drew it last."""

    element: Element
    fragment: str
    run: str


class Screen:
    """The elements by their place on the page."""

    def __init__(self) -> None:
        self.runs = 0  # of the whole page, finished
        self._shown: dict[tuple[int, ...], Shown] = {}
        self._run = ""  # the one under way, as the server calls it

    def all(self, kind: str) -> list[Shown]:
        """The elements of a kind, from the top."""
        return [one for _, one in sorted(self._shown.items()) if one.element.WhichOneof("type") == kind]

    def first(self, kind: str, wanted: Callable[[Element], bool] = lambda one: True) -> Shown | None:
        """The first element of a kind that is wanted."""
        return next((one for one in self.all(kind) if wanted(one.element)), None)

    def component(self, name: str) -> Shown | None:
        """The component of that name."""
        return self.first("bidi_component", lambda one: one.bidi_component.component_name == name)

    def given(self, name: str) -> dict[str, Any]:
        """What the component of that name was given to draw; empty if it is not on the screen."""
        shown = self.component(name)
        return json.loads(shown.element.bidi_component.json) if shown else {}

    def words(self) -> str:
        """Every piece of HTML on the screen, players' cards last."""
        return "\n".join([*(one.element.html.body for one in self.all("html")), *self._cards()])

    def _cards(self) -> Iterator[str]:
        for one in self.all("bidi_component"):
            if one.element.bidi_component.component_name == CARD:
                data = json.loads(one.element.bidi_component.json)
                yield with_note(data["state"]["card"]["html"], data["note"])

    def widgets(self) -> Iterator[str]:
        """The numbers of the widgets on the screen."""
        for one in self._shown.values():
            widget = getattr(one.element, one.element.WhichOneof("type") or "empty")
            if hasattr(widget, "id"):
                yield widget.id

    def hear(self, message: ForwardMsg) -> None:
        """Show what a message draws, and take off what a run that ended has not drawn again."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._run = message.metadata.run.script_run_id
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            place = tuple(message.metadata.delta_path)
            self._shown[place] = Shown(message.delta.new_element, message.delta.fragment_id, self._run)
        elif kind == "script_finished":
            self._finish(message)

    def _finish(self, message: ForwardMsg) -> None:
        whole = message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
        if not (whole or message.script_finished == ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY):
            return
        fragments = set(message.metadata.run.fragment_ids)
        self._shown = {
            path: one
            for path, one in self._shown.items()
            if one.run == self._run or not (whole or one.fragment in fragments)
        }
        self.runs += whole


class Phone:
    """One tab of one phone; ``async with`` closes it."""

    def __init__(self, address: str, source: str = "") -> None:
        self.address = address
        self.source = source  # the address that this phone has in the network; "" for the machine's own
        self.cookies: dict[str, str] = {}
        self.session = ""  # as the server calls it
        self.query = ""
        self.states: dict[str, WidgetState] = {}
        self.screen = Screen()
        self.busy = False  # a run of the page is under way
        self._page = ""
        self._news = asyncio.Event()
        self._last_run: str | None = None  # that had drawn the page when the next was asked for
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the tab; the server keeps its session for a while, as for any phone that goes to sleep."""
        if self._listening:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        if self._socket:
            await self._socket.close()

    # --- what a player does

    async def opens(self, path: str = "/") -> None:
        """Open an address of the app; done when the first screen stands."""
        self.query = urlsplit(path).query
        await self.request("GET", path)
        await self.request("GET", "/_stcore/health")
        self._socket = await connect(
            f"{self.address.replace('http', 'ws', 1)}/_stcore/stream",
            subprotocols=["streamlit", self.cookies.get(XSRF, "-")],  # type: ignore[list-item]
            origin=self.address,  # type: ignore[arg-type]
            additional_headers={"Cookie": self._cookie_line()},
            compression=None,
            ping_interval=None,
            close_timeout=GOODBYE,
            max_size=None,
            local_addr=(self.source, 0) if self.source else None,
        )
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self._rerun(page_name=urlsplit(path).path.strip("/"))
        await self.sees(lambda: self.screen.runs > 0)

    def again(self) -> Phone:
        """Another tab of the same phone."""
        phone = Phone(self.address, self.source)
        phone.cookies = self.cookies
        return phone

    async def clicks(self, label: str) -> None:
        """Press the button whose label begins so."""
        shown = await self.sees(lambda: self.screen.first("button", lambda one: one.button.label.startswith(label)))
        await self._rerun(WidgetState(id=shown.element.button.id, trigger_value=True), shown.fragment)

    async def types(self, label: str, text: str) -> None:
        """Fill a text field of a form; it is sent with the form's button."""
        shown = await self.sees(lambda: self.screen.first("text_input", lambda one: one.text_input.label == label))
        self.states[shown.element.text_input.id] = WidgetState(id=shown.element.text_input.id, string_value=text)

    async def uploads(self, photo: bytes) -> None:
        """Send a photo to the camera on the screen, and have the page take what it gave once it is read."""
        shown = await self.sees(lambda: self.screen.component(CAMERA))
        key, place = new_key(), quote(self.screen.given(CAMERA)["place"])
        told = await self.request("POST", f"/api/files/{key}?for={place}", photo, "image/jpeg")
        while json.loads(told)["step"] != "read":
            await asyncio.sleep(UNHEARD)
            told = await self.request("GET", f"/api/files/{key}")
        number = f"$$STREAMLIT_INTERNAL_KEY_{shown.element.bidi_component.id}__events"
        said = json.dumps([{"event": "read", "value": [key]}])
        await self._rerun(WidgetState(id=number, json_trigger_value=said), shown.fragment)

    async def sees(self, wanted: Callable[[], Found | None], patience: float = PATIENCE) -> Found:
        """Wait until something is on the screen. Raises TimeoutError, and what ended the connection."""
        async with asyncio.timeout(patience):
            while not (found := wanted()):
                self._news.clear()
                await self._news.wait()
                if self._listening and self._listening.done():
                    self._listening.result()
        return found

    # --- the wire

    async def send(self, message: BackMsg) -> None:
        """Send a message, whatever it says."""
        if self._socket is None:
            raise RuntimeError("the phone has opened no page")
        try:
            await self._socket.send(message.SerializeToString())
        except ConnectionClosed as closed:
            raise ConnectionError("the connection has broken") from closed

    async def request(self, method: str, path: str, body: bytes | None = None, kind: str = "") -> bytes:
        """Ask the server by HTTP with this phone's cookies, and keep those it sets. Raises HTTPError."""
        headers = {"Cookie": self._cookie_line(), "Content-Type": kind, "X-Xsrftoken": self.cookies.get(XSRF, "")}
        wanted = urllib.request.Request(self.address + path, body, headers, method=method)

        def fetched() -> bytes:
            with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:
                for line in answer.headers.get_all("set-cookie", ()):
                    self.cookies.update({name: one.value for name, one in SimpleCookie(line).items()})
                return bytes(answer.read())

        return await asyncio.to_thread(fetched)

    def _cookie_line(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def _rerun(self, trigger: WidgetState | None = None, fragment: str = "", page_name: str = "") -> None:
        """Ask for a run of the page when the one before has drawn it, as the page's scripts do."""
        with suppress(TimeoutError):
            await self.sees(lambda: self._run() != self._last_run, DRAWN)
        self._last_run = self._run()
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash, state.page_name = self.query, self._page, page_name
        state.fragment_id, state.context_info.url, state.context_info.locale = fragment, self.address, "en-GB"
        state.widget_states.widgets.extend([*self.states.values(), *([trigger] if trigger else [])])
        await self.send(message)

    def _run(self) -> str:
        """The run that has drawn the page, the last part of which names it."""
        return str(self.screen.given(NEWS).get("run", ""))

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                self._hear(ForwardMsg.FromString(bytes(data)))  # type: ignore[arg-type]
                self._news.set()
            raise ConnectionError("the server has closed the connection")
        except ConnectionClosed as closed:
            raise ConnectionError("the connection has broken") from closed
        finally:
            self._news.set()

    def _hear(self, message: ForwardMsg) -> None:
        self.screen.hear(message)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self.session = message.new_session.initialize.session_id or self.session
            if not message.metadata.run.fragment_ids:
                self._page = message.new_session.page_script_hash
        elif kind == "script_finished":
            there = set(self.screen.widgets())
            self.states = {number: state for number, state in self.states.items() if number in there}
        elif kind == "session_status_changed":
            self.busy = message.session_status_changed.script_is_running
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "navigation":
            self._page = message.navigation.page_script_hash
        elif kind == "delta":
            for name, value in self.screen.given("window").get("query", {}).items():
                if f"{name}=" not in self.query:  # the page's script adds it to the address
                    self.query = f"{self.query}&{name}={value}".lstrip("&")
