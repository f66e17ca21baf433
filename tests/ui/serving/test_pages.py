"""What a served app tells browsers to keep to, by which names it answers, to whom a page belongs, and its look."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.given import ROOT
from tests.ui.served import ServedApp
from tests.ui.sockets import answered, page
from ui.i18n.translate import LANGUAGES
from ui.serving.first_paint import FIRST, LOOK
from ui.serving.headers import HEADERS, INDEX, inline_scripts, own_names, policy
from ui.store.codes import new_key
from ui.system import COOKIE


@pytest.mark.parametrize("path", ["/", "/table", "/healthz", "/_stcore/health", "/static/nowhere.js", "/media/nowhere"])
def test_every_answer_has_the_headers(address: str, path: str) -> None:
    headers = answered(address, path).headers

    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_photos_are_private_and_kept_nowhere(address: str) -> None:
    assert answered(address, "/media/nowhere.jpg").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/metrics/"])
def test_figures_of_the_server_are_for_this_machine_alone(address: str, path: str) -> None:
    assert answered(address, "/").status == answered(address, "/_stcore/metrics").status == 200
    assert answered(address, path, {"X-Forwarded-For": "198.51.100.7"}).status == 404
    assert answered(address, path, source="127.66.0.9").status == 404


@pytest.mark.parametrize("path", ["/_stcore/./metrics", "//_stcore/metrics", "/x/../_stcore/metrics"])
def test_no_other_form_of_their_path_tells_figures(address: str, path: str) -> None:
    assert b"# TYPE" not in answered(address, path, source="127.66.0.9").content


ELSEWHERE = ("evil.example", "evil.example:8501", "localhost.evil.example", "x" * 300, "127.0.0.1.nip.io")
OURS = ("localhost", "127.0.0.1:8501", "192.168.1.5", "[::1]:8501", socket.gethostname())


@pytest.mark.parametrize(("host", "status"), [*product(ELSEWHERE, [400]), *product(OURS, [200])])
def test_an_address_by_number_and_the_machines_own_names_are_known_and_no_other(
    address: str, host: str, status: int
) -> None:
    assert [answered(address, path, {"Host": host}).status for path in ("/", "/healthz")] == [status] * 2


def test_where_it_was_said_that_phones_reach_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_ADDRESS", "https://crowns.example.org:8443")

    assert "crowns.example.org" in own_names()


def test_a_host_adds_nothing_to_the_policy_but_itself() -> None:
    assert "ws://192.168.1.5:8501" in policy("192.168.1.5:8501")
    for forged in ("evil.example; script-src *", "a b", "x'", ""):
        assert policy(forged) == policy("")


def test_every_script_of_streamlits_page_is_known_by_its_hash() -> None:
    """The page has one inline script; the others are files."""
    page = INDEX.read_text(encoding="utf-8")

    assert len(inline_scripts()) == len(re.findall(r"<script(?![^>]*\bsrc=)", page))
    assert "'unsafe-eval'" not in policy("localhost")
    assert "script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-" in policy("localhost")


@pytest.mark.parametrize(
    ("path", "is_page"),
    [("/", True), ("/table", True), ("/favicon.ico", False), ("/icon.png", False), ("/healthz", False)],
)
def test_pages_alone_give_a_browser_its_key(address: str, path: str, is_page: bool) -> None:
    assert (f"{COOKIE}=" in answered(address, path).headers.get("Set-Cookie", "")) is is_page


# --- A page belongs to its phone and to this server


def test_the_number_of_a_page_is_worth_nothing_without_its_phone(served: ServedApp) -> None:
    phone = new_key()
    with page(served.address, phone) as first, page(served.address) as another:
        once = first.numbers()
        first.is_drawn()  # so that nothing of the first time is still on its way
        [number] = once & first.numbers() - another.numbers()
    for who, comes_back in ((new_key(), False), ("", False), (phone, True)):
        with page(served.address, who, number.decode()) as again:
            assert (number in again.numbers()) == comes_back

    assert number not in served.log.read_bytes()


@pytest.mark.parametrize("origin", ["null", "file://", "https:", "http://", "http://elsewhere.example", "http://["])
def test_a_page_from_elsewhere_or_nowhere_is_refused(served: ServedApp, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"), page(served.address, new_key(), origin=origin):
        pass


def test_nothing_that_is_served_leaves_the_machine_and_no_library_of_tables_is_loaded(served: ServedApp) -> None:
    for origin in ("null", "http://elsewhere.example"):
        with suppress(InvalidStatus), page(served.address, origin=origin):
            pass
    with page(served.address, new_key()) as opened:
        opened.is_drawn()

    outside = Path(served.folder / "outside.txt")
    assert not outside.exists(), outside.read_text()
    loaded = Path(f"/proc/{served.process}/maps").read_text()
    assert [name for name in ("pandas", "pyarrow") if f"/{name}/" in loaded] == []


# --- The look is a part of the page, and comes with it


def asked(address: str, path: str) -> tuple[str, str]:
    """What a served app answers, and what it says that this is."""
    answer = answered(address, path)
    assert int(answer.headers.get("Content-Length", len(answer.content))) == len(answer.content)
    return answer.content.decode(), answer.headers["Content-Type"]


@pytest.mark.parametrize("path", ["/", "/table"])
def test_a_page_links_to_style_sheet_and_first_script_behind_everything_else(address: str, path: str) -> None:
    links = f'<link rel="stylesheet" href=".{LOOK}"><script src=".{FIRST}"></script></body>'

    whole = asked(address, path)[0].rstrip()

    assert whole.endswith((f"{links}\n</html>", f"{links}</html>"))


def test_the_style_sheet_is_that_of_the_screens_and_nothing_else_is_changed(address: str) -> None:
    sheet, kind = asked(address, LOOK)

    assert sheet == (ROOT / "ui" / "screens" / "look.css").read_text(encoding="utf-8")
    assert kind.startswith("text/css")
    assert LOOK not in asked(address, "/healthz")[0]


def test_the_first_script_says_in_every_language_that_the_app_is_starting_and_that_a_browser_is_too_old(
    address: str,
) -> None:
    script, kind = asked(address, FIRST)

    assert "WORDS" not in script
    assert all(f'"{code}": {{"starting": "' in script for code in LANGUAGES)
    assert script.count('"tooOld": "') == len(LANGUAGES)
    assert kind.startswith("text/javascript")
