"""Headers, allowed hosts, phone cookies and the style sheet of a served app."""

from __future__ import annotations

import json
import re
import socket
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.project import ROOT
from tests.ui.served import ServedApp
from tests.ui.sockets import get_answer, page
from ui.i18n.translate import LANGUAGES
from ui.serving.headers import HEADERS, INDEX, inline_scripts, own_names, policy
from ui.serving.index_page import FIRST, LOOK
from ui.store.codes import new_key
from ui.system import COOKIE

STRANGER = "127.66.0.9"
ELSEWHERE = ("evil.example", "evil.example:8501", "localhost.evil.example", "x" * 300, "127.0.0.1.nip.io")
OURS = ("localhost", "127.0.0.1:8501", "192.168.1.5", "[::1]:8501", socket.gethostname())


@pytest.mark.parametrize("path", ["/", "/table", "/healthz", "/_stcore/health", "/static/nowhere.js", "/media/nowhere"])
def test_every_answer_has_the_headers(address: str, path: str) -> None:
    headers = get_answer(address, path).headers

    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_photos_are_not_cached(address: str) -> None:
    assert get_answer(address, "/media/nowhere.jpg").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/_stcore/metrics/"])
def test_metrics_are_for_this_machine(address: str, path: str) -> None:
    assert get_answer(address, "/_stcore/metrics").status == 200
    assert get_answer(address, path, {"X-Forwarded-For": "198.51.100.7"}).status == 404
    assert get_answer(address, path, source=STRANGER).status == 404


@pytest.mark.parametrize("path", ["/_stcore/./metrics", "//_stcore/metrics", "/x/../_stcore/metrics"])
def test_other_forms_of_their_path_tell_no_metrics(address: str, path: str) -> None:
    assert b"# TYPE" not in get_answer(address, path, source=STRANGER).content


@pytest.mark.parametrize(("host", "status"), [*product(ELSEWHERE, [400]), *product(OURS, [200])])
def test_only_own_hosts_are_answered(address: str, host: str, status: int) -> None:
    assert [get_answer(address, path, {"Host": host}).status for path in ("/", "/healthz")] == [status] * 2


def test_configured_address_is_an_own_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_ADDRESS", "https://crowns.example.org:8443")

    assert "crowns.example.org" in own_names()


def test_host_adds_only_itself_to_the_policy() -> None:
    assert "ws://192.168.1.5:8501" in policy("192.168.1.5:8501")
    for forged in ("evil.example; script-src *", "a b", "x'", ""):
        assert policy(forged) == policy("")


def test_policy_knows_inline_scripts_by_hash() -> None:
    index = INDEX.read_text(encoding="utf-8")

    assert len(inline_scripts()) == len(re.findall(r"<script(?![^>]*\bsrc=)", index))
    assert "'unsafe-eval'" not in policy("localhost")
    assert "script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-" in policy("localhost")


@pytest.mark.parametrize(
    ("path", "is_page"),
    [("/", True), ("/table", True), ("/favicon.ico", False), ("/icon.png", False), ("/healthz", False)],
)
def test_only_pages_set_the_cookie(address: str, path: str, is_page: bool) -> None:
    assert (f"{COOKIE}=" in get_answer(address, path).headers.get("Set-Cookie", "")) is is_page


# --- A page belongs to its phone and to this server


def test_page_id_needs_its_phone(served: ServedApp) -> None:
    phone = new_key()
    with page(served.address, phone) as first, page(served.address) as another:
        once = first.numbers()
        first.is_drawn()  # so that nothing of the first time is still on its way
        [number] = once & first.numbers() - another.numbers()
    for who, comes_back in ((new_key(), False), ("", False), (phone, True)):
        with page(served.address, who, number.decode()) as again:
            assert (number in again.numbers()) == comes_back

    assert number not in served.log.read_bytes()


def test_page_of_another_origin_is_refused(served: ServedApp) -> None:
    with pytest.raises(InvalidStatus, match="403"), page(served.address, new_key(), origin="null"):
        pass


def test_streamlit_obeys_messages_of_the_own_origin_alone(address: str) -> None:
    config = json.loads(get_answer(address, "/_stcore/host-config", {"Host": "192.168.1.5:8501"}).content)

    assert config["allowedOrigins"] == ["http://192.168.1.5:8501", "https://192.168.1.5:8501"]
    assert config["useExternalAuthToken"] is False


def test_served_app_opens_no_outside_connection(served: ServedApp) -> None:
    for origin in ("null", "http://elsewhere.example"):
        with suppress(InvalidStatus), page(served.address, origin=origin):
            pass
    with page(served.address, new_key()) as opened:
        opened.is_drawn()

    outside = Path(served.folder / "outside.txt")
    assert not outside.exists(), outside.read_text()


def test_served_app_loads_no_pandas(served: ServedApp) -> None:
    with page(served.address, new_key()) as opened:
        opened.is_drawn()

    loaded = Path(f"/proc/{served.process}/maps").read_text()
    assert [name for name in ("pandas", "pyarrow") if f"/{name}/" in loaded] == []


# --- Style sheet and first script


def content_and_type(address: str, path: str) -> tuple[str, str]:
    """Return what a served app answers, and its media type."""
    answer = get_answer(address, path)
    assert int(answer.headers.get("Content-Length", len(answer.content))) == len(answer.content)
    return answer.content.decode(), answer.headers["Content-Type"]


@pytest.mark.parametrize("path", ["/", "/table"])
def test_page_ends_with_our_links(address: str, path: str) -> None:
    links = f'<link rel="stylesheet" href=".{LOOK}"><script src=".{FIRST}"></script></body>'

    assert content_and_type(address, path)[0].rstrip().endswith((f"{links}\n</html>", f"{links}</html>"))
    assert LOOK not in content_and_type(address, "/healthz")[0]


@pytest.mark.parametrize("path", ["/", "/table"])
def test_page_has_our_title_and_chat_preview(address: str, path: str) -> None:
    page, _ = content_and_type(address, path)

    assert re.findall("<title>(.*?)</title>", page) == ["Crownsight"]
    assert '<meta property="og:title" content="Crownsight">' in page


def test_blocked_scripts_are_explained_in_every_language(address: str) -> None:
    (sentences,) = re.findall("<noscript>(.*?)</noscript>", content_and_type(address, "/")[0], re.DOTALL)

    assert re.findall(r'<p lang="(\w+)">[^<]*JavaScript', sentences) == [*LANGUAGES]


def test_style_sheet_is_served(address: str) -> None:
    sheet, kind = content_and_type(address, LOOK)

    assert sheet == (ROOT / "ui" / "screens" / "look.css").read_text(encoding="utf-8")
    assert kind.startswith("text/css")


def test_first_script_has_every_language(address: str) -> None:
    script, kind = content_and_type(address, FIRST)

    assert "WORDS" not in script
    assert all(f'"{code}": {{"starting": "' in script for code in LANGUAGES)
    assert script.count('"tooOld": "') == len(LANGUAGES)
    assert kind.startswith("text/javascript")
