"""Drive a phone in Chromium, Firefox or WebKit by WebDriver commands (w3.org/TR/webdriver2).

Chromium and WebKitGTK have drivers that take the commands by HTTP; Firefox takes the same by its own socket, Marionette
(firefox-source-docs.mozilla.org/testing/marionette). Every phone is a browser of its own, which keeps nothing.

Selenium needs geckodriver for Firefox, which neither Debian 12 nor Mozilla's packages on PyPI have.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import CHROMIUM_FLAGS, SIZES, chromium_path
from tests.ui.served import free_port

Send = Callable[..., Any]  # a command's name and arguments; what the browser answers

PATIENCE = 120.0  # seconds, on a very busy machine
PAUSE = 0.1  # seconds between two looks
WIDTH, HEIGHT = SIZES["phone"]
LOG = "log.txt"
NO_PAGE = "icon.png"  # an address of the app without a script, which gives no cookie
MINIBROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), None)
DISPLAY = re.compile(r"^\d+\n", re.MULTILINE)  # in what Xvfb says
PROBED = "/_stcore/"  # Streamlit seeks its server below every address, and finds it above
WEBKIT_ERROR = re.compile("^CONSOLE.* ERROR")
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element, wherever one is named
PRESS, RELEASE = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
REQUESTS = {  # by HTTP, under the names that Marionette has for them
    "Navigate": "POST /url",
    "Refresh": "POST /refresh",
    "SetWindowRect": "POST /window/rect",
    "ExecuteScript": "POST /execute/sync",
    "ExecuteAsyncScript": "POST /execute/async",
    "ElementSendKeys": "POST /element/{id}/value",
    "PerformActions": "POST /actions",
    "TakeScreenshot": "GET /screenshot",
    "GetLog": "POST /se/log",  # Chromium's alone
    "AddCookie": "POST /cookie",
    "DeleteAllCookies": "DELETE /cookie",
    "GetCookies": "GET /cookie",
    "DeleteSession": "DELETE ",
}
FIREFOX = {
    "browser.shell.checkDefaultBrowser": False,
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,  # the look below
    "ui.allPointerCapabilities": 1,  # coarse, as a finger
    "ui.primaryPointerCapabilities": 1,
    "ui.useOverlayScrollbars": 1,
}
NARROW = ":root { min-width: 0 !important } #navigator-toolbox { display: none }"  # as a phone's
# Elements, also those of components, each of which has a tree of its own; what they are called; a page at rest.
LOOKS = """
function* within(root) {
    for (const one of root.querySelectorAll('*')) {
        yield one;
        if (one.shadowRoot) yield* within(one.shadowRoot);
    }
}
const named = (one) => (one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent).trim();
const all = (selector, said) => [...within(document)].filter(
    (one) => one.matches(selector) && (!said || new RegExp(said).test(named(one))) && one.getClientRects().length);
const isAtRest = () => document.querySelector('html[data-at-rest]:not([data-photo])');
const aFrame = () => new Promise(requestAnimationFrame);
"""
# What is to be pressed, once the page is at rest, nothing moves it and the app hears a tap there: Streamlit fills some
# of its widgets a moment after a run, and what is below them moves.
AIMS = """
const [selector, said, done] = arguments;
(async () => {
    const [one] = all(selector, said);
    if (!one || one.disabled || !isAtRest()) return null;
    one.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = one.getBoundingClientRect();
    for (let frames = 0; frames < 3; frames++) await aFrame();
    const { x, y, width, height } = one.getBoundingClientRect();
    const hears = !crownsight.isRepeated?.({ clientX: x + width / 2, clientY: y + height / 2, detail: 2 });
    return before.x === x && before.y === y && hears ? one : null;
})().then(done, () => done(null));
"""


class RefusedError(Exception):
    """A browser did not do what it was told to."""


class Phone:
    """What somebody does with a browser as small as a phone, and sees on it; each waits until it can be done."""

    def __init__(self, engine: str, send: Send, folder: Path) -> None:
        self.engine, self.send, self.folder = engine, send, folder

    def opens(self, address: str) -> None:
        self.send("Navigate", url=address)

    def becomes_another(self, address: str) -> None:
        """Become a phone that the app at this address does not know, with a window of its size."""
        self.send("SetWindowRect", x=0, y=0, width=WIDTH, height=HEIGHT)
        self.opens(f"{address}/{NO_PAGE}")
        self.send("DeleteAllCookies")
        self.waits_for(lambda: not self.send("GetCookies"), "its cookies deleted")  # WebKit deletes them later
        self.runs("localStorage.clear()")

    def runs(self, script: str, *arguments: object) -> Any:
        """Run a script, in which ``all``, ``named`` and ``isAtRest`` are defined, and return its value."""
        return self.send("ExecuteScript", script=LOOKS + script, args=list(arguments))

    def waits_for(self, asked: Callable[[], Any], meant: str) -> Any:
        """Poll until the value is truthy and return it."""
        until = time.monotonic() + PATIENCE
        while True:
            fault = None
            try:
                if answer := asked():
                    return answer
            except RefusedError as refused:  # a page that goes while it is asked
                fault = refused
            if time.monotonic() > until:
                picture = self.folder / "last.png"
                picture.write_bytes(base64.b64decode(self.send("TakeScreenshot")))
                raise AssertionError(f"{self.engine} never has {meant}: {picture}") from fault
            time.sleep(PAUSE)

    def sees(self, selector: str, said: str = "", times: int | None = None) -> None:
        """Expect the selector to match an element with that accessible name, or so many of them."""

        def is_there() -> bool:
            count = self.counts(selector, said)
            return count > 0 if times is None else count == times

        self.waits_for(is_there, f"{'' if times is None else times} {selector} {said!r}")

    def counts(self, selector: str, said: str = "") -> int:
        return int(self.runs("return all(...arguments).length", selector, said))

    def is_at_rest(self) -> None:
        self.waits_for(lambda: self.runs("return Boolean(isAtRest())"), "a page at rest")

    def presses(self, said: str, selector: str = "button, [role=button]") -> None:
        """Taps what is called so, with a real pointer."""
        aim = {"script": LOOKS + AIMS, "args": [selector, said]}

        def is_pressed() -> bool:
            if one := self.send("ExecuteAsyncScript", **aim):
                self._points({"type": "pointerMove", "x": 0, "y": 0, "origin": one}, PRESS, RELEASE)
            return bool(one)

        self.waits_for(is_pressed, f"{selector} {said!r} to be pressed")

    def draws(self, *selectors: str) -> None:
        """Goes from one to the other without lifting the pointer."""
        places = [self.runs("return all(arguments[0])[0]", selector) for selector in selectors]
        first, *others = ({"type": "pointerMove", "x": 0, "y": 0, "duration": 100, "origin": one} for one in places)
        self.runs("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", places[0])
        self._points(first, PRESS, *others, RELEASE)

    def types(self, keys: str) -> None:
        """Presses one key after the other."""
        keyed = [{"type": way, "value": key} for key in keys for way in ("keyDown", "keyUp")]
        self.send("PerformActions", actions=[{"type": "key", "id": "keys", "actions": keyed}])

    def fills(self, label: str, text: str) -> None:
        """Types into an empty field."""
        self.presses(label, "input")
        self.types(text)
        script = "return all('input', arguments[0])[0]?.value"
        self.waits_for(lambda: self.runs(script, label) == text, f"{text!r} in {label!r}")

    def attaches(self, file: Path, selector: str = "input.chosen") -> None:
        """Chooses a file, as in the browser's own window."""
        script = "return [...within(document)].filter((one) => one.matches(arguments[0]))[0]"
        self.is_at_rest()
        found = self.waits_for(lambda: self.runs(script, selector), selector)
        self.send("ElementSendKeys", id=found[ELEMENT], text=str(file))

    def wait_for_download(self, name: str) -> Path:
        """Wait for a complete download and return its path."""
        file = self.folder / "Downloads" / name

        def is_whole() -> bool:
            return file.exists() and file.stat().st_size > 0 and not [*file.parent.glob("*.part")]

        self.waits_for(is_whole, f"{name} saved")
        return file

    def complaints(self) -> list[str]:
        """List the errors of a page in the browser's console."""
        if self.engine == "chromium":
            said = [one["message"] for one in self.send("GetLog", type="browser") if one["level"] == "SEVERE"]
            return [message for message in said if PROBED not in message]
        if self.engine == "webkit":
            return [line for line in (self.folder / LOG).read_text().splitlines() if WEBKIT_ERROR.search(line)]
        self.send("Marionette:SetContext", value="chrome")  # the browser's own script, which has its console
        said = self.send("ExecuteScript", script="return Services.console.getMessageArray().map(String)", args=[])
        self.send("Marionette:SetContext", value="content")
        return [line for line in said if line.startswith("[JavaScript Error") and "http://" in line]

    def _points(self, *actions: dict[str, Any]) -> None:
        pointer = {"type": "pointer", "id": "finger", "actions": list(actions)}
        self.send("PerformActions", actions=[pointer])


@contextmanager
def phone(engine: str, folder: Path, **preferences: object) -> Iterator[Phone]:
    """Start a browser of that engine with its own preferences; its files and log are in a new folder."""
    (folder / "Downloads").mkdir(parents=True)
    with ENGINES[engine](folder, preferences) as send:
        try:
            yield Phone(engine, send, folder)
        finally:
            send("DeleteSession")


@contextmanager
def _chromium(folder: Path, preferences: Mapping[str, object]) -> Iterator[Send]:
    path = chromium_path()
    driver = _needs("chromedriver", path, package="chromium-driver")
    options = {
        "binary": path,
        "args": CHROMIUM_FLAGS,
        "mobileEmulation": {"deviceMetrics": {"width": WIDTH, "height": HEIGHT, "pixelRatio": 1.0}},
        "prefs": dict(preferences),
    }
    port = free_port()
    with _running(folder / LOG, driver, f"--port={port}"):
        yield _by_http(port, {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}})


@contextmanager
def _webkit(folder: Path, _preferences: Mapping[str, object]) -> Iterator[Send]:
    driver = _needs("WebKitWebDriver", MINIBROWSER, package="webkit2gtk-driver")
    screen = _needs("Xvfb", package="xvfb")
    display = folder / "display.txt"
    size = f"{WIDTH}x{HEIGHT}x24"
    (folder / "user-dirs.dirs").write_text(f'XDG_DOWNLOAD_DIR="{folder}/Downloads"\n')
    flags = ["--automation", "--full-screen", "--enable-write-console-messages-to-stdout=true"]
    port = free_port()
    with _running(display, screen, "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp"):
        while not (number := DISPLAY.search(display.read_text())):
            time.sleep(PAUSE)
        alone = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if os.getuid() == 0 else {}
        with _running(
            folder / LOG, driver, f"--port={port}", DISPLAY=f":{number[0].strip()}", GDK_BACKEND="x11", **alone
        ):
            yield _by_http(port, {"webkitgtk:browserOptions": {"binary": str(MINIBROWSER), "args": flags}})


@contextmanager
def _firefox(folder: Path, preferences: Mapping[str, object]) -> Iterator[Send]:
    path = shutil.which("firefox-esr") or _needs("firefox", package="firefox-esr")
    port = free_port()
    kept = FIREFOX | {"marionette.port": port, **preferences}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in kept.items()]
    (folder / "user.js").write_text("".join(lines))
    (folder / "chrome").mkdir()
    (folder / "chrome" / "userChrome.css").write_text(NARROW)
    flags = ["--headless", "--marionette", "--remote-allow-system-access", "--profile", str(folder)]
    with _running(folder / LOG, path, *flags), _by_marionette(port) as send:
        yield send


ENGINES = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}


def _needs(program: str, *others: object, package: str) -> str:
    """Return the path of a program; skip the test if it, or another that it needs, is missing."""
    path = shutil.which(program)
    if path is None or None in others:
        pytest.skip(f"no {program} on this machine: apt-get install {package}")
    return path


@contextmanager
def _running(log: Path, *command: str, **environment: str) -> Iterator[None]:
    """Run a program in the folder of its log and end it with all its child processes."""
    home = str(log.parent)
    surroundings = os.environ | {"HOME": home, "XDG_CONFIG_HOME": home, "NO_AT_BRIDGE": "1"} | environment
    with log.open("w") as output:
        program = subprocess.Popen(command, env=surroundings, stdout=output, stderr=output, start_new_session=True)
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()


def _connect(port: int) -> socket.socket:
    """Connect to a program that has just been started."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(PAUSE)


def _by_http(port: int, wanted: Mapping[str, object]) -> Send:
    """Commands to a driver that takes them by HTTP, in a session of its own."""
    _connect(port).close()
    base = f"http://127.0.0.1:{port}/session"

    def asks(method: str, path: str, body: Mapping[str, object]) -> Any:
        contents = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(base + path, contents, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as refused:
            raise RefusedError(json.load(refused)["value"]["message"]) from None

    session = asks("POST", "", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def send(command: str, **said: object) -> Any:
        method, path = REQUESTS[command].split(" ")
        return asks(method, f"/{session}{path.format_map(said)}", said)

    return send


@contextmanager
def _by_marionette(port: int) -> Iterator[Send]:
    """Commands to Firefox: each goes as its length, a colon and ``[0, number, name, arguments]``; so do answers."""
    numbers = count()
    with _connect(port) as connection, connection.makefile("rwb") as stream:

        def receives() -> Any:
            length = b"".join(iter(lambda: stream.read(1), b":"))
            return json.loads(stream.read(int(length)))

        def send(command: str, **said: object) -> Any:
            name = command if ":" in command else f"WebDriver:{command}"
            message = json.dumps([0, next(numbers), name, said]).encode()
            stream.write(b"%d:%s" % (len(message), message))
            stream.flush()
            _answer, _number, fault, result = receives()
            if fault:
                raise RefusedError(fault["message"])
            return result["value"] if result and set(result) == {"value"} else result

        receives()  # who it is
        send("NewSession", capabilities={})
        yield send
