"""What every answer of a served app tells the browser to keep to, and by which names the server answers."""

from __future__ import annotations

import re
import socket

import pytest

from tests.ui.sockets import answered, connected, upgrade
from ui.serving.headers import HEADERS, INDEX, inline_scripts, own_names, policy
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


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8501", "localhost.evil.example", "x" * 300, "127.0.0.1.nip.io"]
)
def test_a_name_that_is_not_this_servers_is_refused(address: str, host: str) -> None:
    assert answered(address, "/", {"Host": host}).status == 400
    assert answered(address, "/healthz", {"Host": host}).status == 400


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8501", "192.168.1.5", "[::1]:8501", socket.gethostname()])
def test_an_address_by_number_and_the_machines_own_names_are_known(address: str, host: str) -> None:
    assert answered(address, "/healthz", {"Host": host}).status == 200


def test_a_page_of_another_name_opens_no_connection(address: str) -> None:
    with connected(address) as opened, pytest.raises(ConnectionError, match="403"):
        upgrade(opened, "http://evil.example")


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
