"""Only pages of the server's own origin, scheme included, may change anything."""

from __future__ import annotations

import pytest
from starlette.types import Message, Receive, Scope, Send

from tests.ui.event_loop import outcome
from ui.serving.headers import HostOriginMiddleware, SecurityHeadersMiddleware
from ui.system import ADDRESS_ENV

NAME = "crowns.example.org"


async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})


def answer(scheme: str, origin: str, host: str = NAME, kind: str = "http") -> Message:
    """Return the first message that answers a request of a page of that origin."""
    told: list[Message] = []

    async def send(message: Message) -> None:
        told.append(message)

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    scope = {"type": kind, "method": "POST", "path": "/", "scheme": scheme, "headers": headers}
    outcome(SecurityHeadersMiddleware(HostOriginMiddleware(app))(scope, receive, send))
    return told[0]


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADDRESS_ENV, f"https://{NAME}")


@pytest.mark.usefixtures("configured")
@pytest.mark.parametrize(
    ("scheme", "origin", "host", "status"),
    [
        ("https", f"https://{NAME}", NAME, 200),
        ("https", f"http://{NAME}", NAME, 403),
        ("https", f"HTTP://{NAME}", NAME, 403),
        ("https", f"https://{NAME}:8501", NAME, 403),
        ("https", f"https://evil@{NAME}", NAME, 403),
        ("https", f"https://{NAME}#", NAME, 403),
        ("http", f"https://{NAME}", NAME, 200),  # its proxy does not tell that it speaks TLS
        ("http", f"http://{NAME}", NAME, 403),
        ("http", "http://192.168.1.5:8501", "192.168.1.5:8501", 200),
        ("http", "https://192.168.1.5:8501", "192.168.1.5:8501", 403),
        ("http", "http://[::1]:8501", "[::1]:8501", 200),
    ],
)
def test_origin_is_compared_with_its_scheme(scheme: str, origin: str, host: str, status: int) -> None:
    assert answer(scheme, origin, host)["status"] == status


@pytest.mark.parametrize(
    ("scheme", "origin", "is_open"),
    [
        ("wss", "https://localhost", True),
        ("ws", "http://localhost", True),
        ("wss", "http://localhost", False),
        ("ws", "https://localhost", False),
        *(("ws", origin, False) for origin in ("null", "file://", "https:", "http://", "http://[", f"http://{NAME}")),
    ],
)
def test_page_of_this_origin_alone_opens_a_connection(scheme: str, origin: str, is_open: bool) -> None:
    told = answer(scheme, origin, "localhost", "websocket")

    assert (told["type"], told.get("code")) == (("http.response.start", None) if is_open else ("websocket.close", 1008))


@pytest.mark.parametrize(("scheme", "is_sent"), [("https", True), ("http", False)])
def test_secure_answers_keep_browsers_to_https(scheme: str, is_sent: bool) -> None:
    headers = dict(answer(scheme, f"{scheme}://localhost", "localhost")["headers"])

    assert (headers.get(b"strict-transport-security") == b"max-age=31536000") is is_sent
