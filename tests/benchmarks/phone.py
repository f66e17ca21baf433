"""A phone without a browser: one tab that speaks Streamlit's protocol, as far as players need it.

It keeps what is on the screen, presses buttons, uploads photos, sends what the components send, hears
the server's events, and fetches the pictures it is shown. It draws nothing and runs no script of the page, so that
fifty of them leave a machine to the server. Crafted messages go out with ``send`` and ``request``.
"""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http.cookies import SimpleCookie
from time import perf_counter
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.benchmarks.screen import Screen, Shown
from ui.store.codes import new_key

PATIENCE = 60  # seconds
UNANSWERED = 3.0  # seconds after which the page's script asks for a table again
SILENT, TRIED = 2.5, 4.0  # seconds without an event, and without a first one, after which the page counts as offline
DRAWN = 5.0  # seconds that a page waits for one run before it asks for the next
STUCK, STUCK_BACK = 20.0, 4.0  # seconds without an answer after which its websocket is given up; just after a break
GOODBYE = 0.5  # seconds that the server has to answer the end of a connection, which may be broken
UNHEARD = 0.2  # seconds between two questions how far a photo is
CAMERA = "photo_sender"  # the component that sends photos
CONNECTION = "connection"  # the component that a page ends with
LISTENER = "listener"  # the component that asks for what has changed
XSRF = "_streamlit_xsrf"  # cookie
_PICTURE = re.compile(r"/media/[\w./-]+")
Found = TypeVar("Found")


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
        self.on_news: Callable[[], None] = lambda: None  # called after every message that changes the screen
        self.busy = False  # a run of the page is under way
        self.bytes_heard = 0
        self._page = ""
        self._pictures: set[str] = set()
        self._ticks: dict[str, asyncio.Task[None]] = {}
        self._listens_to = ""  # what it asks the server to tell of
        self._asked = (0, 0.0)  # the version last asked for, and when
        self.told: dict[str, Any] = {}  # the board that it was told of last, in its version of the table
        self._news = asyncio.Event()
        self._asking = asyncio.Lock()  # one run is asked for at a time
        self._last_run: str | None = None  # that had drawn the page when the next was asked for
        self._socket: ClientConnection | None = None
        self._waits_since: float | None = None  # when the first message was sent that nothing has answered
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.closes()

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
        self._begin(self._listen(self._socket))
        await self._rerun(page_name=urlsplit(path).path.strip("/"))
        await self.sees(lambda: self.screen.runs > 0)

    def again(self) -> Phone:
        """Another tab of the same phone."""
        phone = Phone(self.address, self.source)
        phone.cookies, phone.bytes_heard, phone.on_news = self.cookies, self.bytes_heard, self.on_news
        return phone

    async def closes(self) -> None:
        """Close the tab; the server keeps its session for a while, as for any phone that goes to sleep."""
        self._listens_to = ""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._socket:
            await self._socket.close()

    async def clicks(self, label: str) -> None:
        """Press the button whose label begins so."""
        shown = await self.sees(lambda: self.screen.first("button", lambda one: one.button.label.startswith(label)))
        button = shown.element.button
        await self._rerun(WidgetState(id=button.id, trigger_value=True), fragment=shown.fragment)
        if button.is_form_submitter:  # the form is empty again
            for one in self.screen.all("text_input"):
                if one.element.text_input.form_id == button.form_id:
                    self.states.pop(one.element.text_input.id, None)

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
        await self._rerun(_press(shown, "read", key), fragment=shown.fragment)

    async def takes(self, component: str, key: str) -> None:
        """Have the page take a file that has come for a component on the screen."""
        shown = await self.sees(lambda: self.screen.component(component))
        await self._rerun(_press(shown, "read", key), fragment=shown.fragment)

    async def edits(self, component: str, **state: Any) -> None:
        """Send what a component on the screen would: its state as the page's scripts set it."""
        shown = await self.sees(lambda: self.screen.component(component))
        number = shown.element.bidi_component.id
        self.states[number] = WidgetState(id=number, json_value=json.dumps(state))
        await self._rerun(fragment=shown.fragment)

    async def asks_again(self, version: int) -> None:
        """Have what listens on the screen ask for the table, of which the server has said that it has this version."""
        shown = self.screen.component(LISTENER)
        if shown:
            await self._rerun(_press(shown, "told", version), fragment=shown.fragment)

    async def sees(self, wanted: Callable[[], Found | None], patience: float = PATIENCE) -> Found:
        """Wait until something is on the screen. Raises TimeoutError, and what ended the connection."""
        async with asyncio.timeout(patience):
            while not (found := wanted()):
                self._news.clear()
                await self._news.wait()
                for task in self._tasks:
                    if task.done() and not task.cancelled():
                        task.result()
        return found

    # --- the wire

    async def send(self, message: BackMsg) -> None:
        """Send a message, whatever it says."""
        if self._socket is None:
            raise RuntimeError("the phone has opened no page")
        self._waits_since = self._waits_since or perf_counter()
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

    async def _rerun(
        self, trigger: WidgetState | None = None, *, fragment: str = "", timed: bool = False, page_name: str = ""
    ) -> None:
        """Ask for a run of the page when the one before has drawn it, as the page's scripts do."""
        async with self._asking:
            with suppress(TimeoutError):
                await self.sees(self._is_drawn, DRAWN)
            self._last_run = self._run()
            await self.send(self._request(trigger, fragment, timed=timed, page_name=page_name))

    def _run(self) -> str:
        """The run that has drawn the page, the last part of which names it."""
        return str(self.screen.given(CONNECTION).get("run", ""))

    def _is_drawn(self) -> bool:
        return self._run() != self._last_run

    def _request(self, trigger: WidgetState | None, fragment: str, *, timed: bool, page_name: str) -> BackMsg:
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash, state.page_name = self.query, self._page, page_name
        state.fragment_id, state.is_auto_rerun = fragment, timed
        state.context_info.url = self.address
        state.context_info.locale = "en-GB"
        state.cached_message_hashes.extend(self.screen.offers())
        state.widget_states.widgets.extend([*self.states.values(), *([trigger] if trigger else [])])
        return message

    def _begin(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        return task

    async def _tick(self, fragment: str, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._rerun(fragment=fragment, timed=True)

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                self.bytes_heard += len(data)
                self._waits_since = None
                self._hear(ForwardMsg.FromString(bytes(data)))  # type: ignore[arg-type]
                self.on_news()
                self._news.set()
            raise ConnectionError("the server has closed the connection")
        except ConnectionClosed as closed:
            raise ConnectionError("the connection has broken") from closed
        finally:
            self._news.set()

    def _hear(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind in ("delta", "ref_hash"):
            self._draw(message)
        elif kind == "new_session":
            self._start(message)
        elif kind == "script_finished":
            self._finish(message)
        else:
            self._note(message)

    def _note(self, message: ForwardMsg) -> None:
        """What concerns the page as a whole."""
        kind = message.WhichOneof("type")
        if kind == "auto_rerun":
            self._stop_ticking([message.auto_rerun.fragment_id])
            tick = self._tick(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            self._ticks[message.auto_rerun.fragment_id] = self._begin(tick)
        elif kind == "stop_auto_rerun":
            self._stop_ticking(list(message.stop_auto_rerun.fragment_ids))
        elif kind == "session_status_changed":
            self.busy = message.session_status_changed.script_is_running
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "navigation":
            self._page = message.navigation.page_script_hash

    def _start(self, message: ForwardMsg) -> None:
        self.screen.begin(message)
        self.session = message.new_session.initialize.session_id or self.session
        if not message.metadata.run.fragment_ids:
            self._page = message.new_session.page_script_hash
            self._stop_ticking(list(self._ticks))

    def _draw(self, message: ForwardMsg) -> None:
        drawn = self.screen.draw(message)
        new = set(_pictures(drawn)) - self._pictures if drawn else set()
        self._pictures |= new
        for name, value in self.screen.given("browser_window").get("query", {}).items():
            if f"{name}=" not in self.query:  # the page's script adds it to the address
                self.query = f"{self.query}&{name}={value}".lstrip("&")
        if drawn and (told := self.screen.given(LISTENER)):
            listens = f"t={told['table']}" + (f"&s={told['seat']}" if told["seat"] else "")
            if listens != self._listens_to:
                self._listens_to = listens
                self._begin(self._follow(listens))
        for picture in new:
            self._begin(self._fetch(picture)).add_done_callback(self._tasks.discard)

    async def _follow(self, listens: str) -> None:
        """Hear the server's events, as the page's script does, until the page listens to others.

        Raises ConnectionError where the server is there again, and the page's own connection is not.
        """
        was_lost = False
        while self._listens_to == listens:
            with suppress(OSError):
                async with self._events(listens) as events:
                    line, back = await _line(events, TRIED), perf_counter()
                    if was_lost:
                        await self.asks_again(0)
                    while self._listens_to == listens and line:
                        await self._is_told(line)
                        if self._is_stuck(STUCK_BACK if was_lost and perf_counter() - back < 2 * STUCK_BACK else STUCK):
                            break
                        line = await _line(events, SILENT)
            if self._is_stuck(STUCK_BACK):
                self._news.set()
                raise ConnectionError("the connection is there no more")
            was_lost = True
            await asyncio.sleep(0.25)

    def _is_stuck(self, patience: float) -> bool:
        return self._waits_since is not None and perf_counter() - self._waits_since > patience

    @asynccontextmanager
    async def _events(self, listens: str) -> AsyncIterator[asyncio.StreamReader]:
        """The stream of events. Raises OSError."""
        place = urlsplit(self.address)
        own = (self.source, 0) if self.source else None
        async with asyncio.timeout(TRIED):
            reader, writer = await asyncio.open_connection(place.hostname, place.port, local_addr=own)
        try:
            heads = f"Host: {place.netloc}\r\nCookie: {self._cookie_line()}"
            writer.write(f"GET /events?{listens} HTTP/1.1\r\n{heads}\r\n\r\n".encode())
            yield reader
        finally:
            writer.close()

    async def _is_told(self, line: bytes) -> None:
        version = line.removeprefix(b"data: ").strip()
        if version.startswith(b"{"):
            told = json.loads(version)
            self.told = told if "board" in told else self.told
            if "card" in told:
                self.screen.told_cards[told["card"]["seat"]] = told
                self.on_news()
            self._news.set()
            return
        drawn = self.screen.given(LISTENER).get("version")
        if not version.isdigit() or drawn is None or int(version) <= drawn:
            return
        asked, when = self._asked
        if int(version) > asked or perf_counter() - when > UNANSWERED:
            self._asked = (int(version), perf_counter())
            await self.asks_again(int(version))

    async def _fetch(self, picture: str) -> None:
        with suppress(OSError):  # the screen may have changed meanwhile, and the picture be gone
            await self.request("GET", picture)

    def _finish(self, message: ForwardMsg) -> None:
        self.screen.finish(message)
        if message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
            there = set(self.screen.widgets())
            self.states = {number: state for number, state in self.states.items() if number in there}

    def _stop_ticking(self, fragments: list[str]) -> None:
        for fragment in fragments:
            if fragment in self._ticks:
                task = self._ticks.pop(fragment)
                task.cancel()
                self._tasks.discard(task)


def _press(shown: Shown, event: str, value: int | str) -> WidgetState:
    """What a component on the screen says once."""
    number = f"$$STREAMLIT_INTERNAL_KEY_{shown.element.bidi_component.id}__events"
    return WidgetState(id=number, json_trigger_value=json.dumps([{"event": event, "value": value}]))


async def _line(events: asyncio.StreamReader, patience: float) -> bytes:
    async with asyncio.timeout(patience):
        return await events.readline()


def _pictures(element: Element) -> list[str]:
    """The addresses of the pictures that an element shows."""
    kind = element.WhichOneof("type")
    text = element.html.body if kind == "html" else element.bidi_component.json if kind == "bidi_component" else ""
    return _PICTURE.findall(text)
