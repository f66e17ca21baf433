"""crownsight and crownsight serve: the app, for this machine or for the room."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.ui.cli.terminal import Terminal
from tests.ui.served import free_port, healthy, listened_on, own_address, served
from tests.ui.sockets import answered
from ui.cli.inputs import BadInput
from ui.cli.serve import Certificate, certificate_for
from ui.system import USUAL_PORT


def is_open(address: str, port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((address, port)) == 0


def test_the_room_joins_by_address_or_code() -> None:
    port, address = free_port(), own_address()
    with served("serve", "--port", str(port)) as app:
        assert healthy(address, port)

        app.send_signal(signal.SIGTERM)
        out, _ = app.communicate(timeout=30)

    assert f"http://{address}:{port}" in out
    assert "▄" in out
    assert "Every device in this network can open it" in out


def test_the_usual_port_is_passed_over_where_it_is_taken_and_one_that_was_asked_for_is_had_or_nothing(
    terminal: Terminal,
) -> None:
    with listened_on(USUAL_PORT), served("--local") as app:
        assert app.stdout is not None
        lines = [app.stdout.readline(), app.stdout.readline()]
        said = terminal.refusal("serve", "--port", str(USUAL_PORT))

    (found,) = re.findall(r"http://localhost:(\d+) ", "".join(lines))
    assert int(found) > USUAL_PORT
    assert f"another program listens on port {USUAL_PORT}" in said


@pytest.mark.parametrize(
    "address",
    ["crowns.example.org", "ftp://a.b", "https://a.b/crowns", "https://", "http://a:b", "http://a b", "http:// "],
)
def test_phones_reach_a_server_at_an_address_of_the_web(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    assert "looks like https://crowns.example.org" in terminal.refusal("serve", "--address", address)
    monkeypatch.setenv("CROWNSIGHT_ADDRESS", address)
    assert "looks like https://crowns.example.org" in terminal.refusal("serve")


@pytest.mark.parametrize("proxy", ["*", "everybody", "0.0.0.0/0", "::/0", "10.0.0.5/8", ""])
def test_only_a_proxy_with_an_address_is_believed(terminal: Terminal, proxy: str) -> None:
    assert "a proxy is 127.0.0.1 or 172.16.0.0/12" in terminal.refusal("serve", f"--proxy={proxy}")


# --- Behind a proxy


def cookies_of(port: int) -> list[str]:
    """What a page that is asked for as a proxy does leaves in the browser."""
    forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
    return answered(f"http://127.0.0.1:{port}", "/", forwarded).headers.get_all("set-cookie", [])


def test_behind_a_proxy_that_was_named_cookies_are_kept_to_https() -> None:
    port = free_port()
    with served("serve", "--port", str(port), "--proxy", "127.0.0.1", "--address", "https://crowns.example.org") as app:
        assert healthy("127.0.0.1", port)
        assert not is_open(own_address(), port)
        cookies = cookies_of(port)
        app.send_signal(signal.SIGTERM)
        out, _ = app.communicate(timeout=30)

    assert cookies
    assert all("; Secure" in cookie for cookie in cookies)
    assert "Crownsight is at https://crowns.example.org" in out


# --- Https

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl here, which makes certificates")


@needs_openssl
def test_in_a_room_https_is_a_choice_and_what_a_phone_can_trust_is_offered_by_both() -> None:
    here, port = own_address(), free_port()
    with served("serve", "--https", "--port", str(port)) as app:
        assert app.stdout is not None
        told = (re.search(rf"http://{here}:(\d+)", line) for line in app.stdout)
        plain = next(int(found[1]) for found in told if found)
        assert healthy(here, port, "https")
        assert healthy(here, plain)
        with urllib.request.urlopen(f"http://{here}:{plain}/crownsight.crt", timeout=30) as answer:
            trusted = answer.read().decode()
        with urllib.request.urlopen(
            f"https://{here}:{port}/", timeout=30, context=ssl.create_default_context(cadata=trusted)
        ) as page:
            [cookie] = page.headers.get_all("Set-Cookie")
        assert "secure" not in cookie.lower()  # else the phone were another one by http

        app.send_signal(signal.SIGINT)
        app.communicate(timeout=30)

    assert app.returncode == 0


@needs_openssl
def test_a_phone_that_trusts_this_machine_once_is_shown_every_address_of_its_room_and_no_other(tmp_path: Path) -> None:
    first = certificate_for("192.168.1.5", tmp_path)
    (trusted := tmp_path / "trusted.crt").write_bytes(first.authority.read_bytes())
    before = first.file.read_bytes()
    assert certificate_for("192.168.1.5", tmp_path).file.read_bytes() == before
    os.utime(first.file, (0, 0))  # so that it is made anew

    def is_trusted(certificate: Certificate, *name: str) -> bool:
        command = ["openssl", "verify", "-CAfile", str(trusted), *name, str(certificate.file)]
        return subprocess.run(command, capture_output=True).returncode == 0

    anew = certificate_for("192.168.1.5", tmp_path)
    assert anew.file.read_bytes() != before
    assert is_trusted(anew, "-verify_ip", "192.168.1.5")
    assert is_trusted(anew, "-verify_hostname", f"{socket.gethostname().lower().partition('.')[0]}.local")
    assert is_trusted(certificate_for("10.0.0.7", tmp_path), "-verify_ip", "10.0.0.7")

    for ending in ("crt", "key"):  # whoever has taken the authority's key
        shutil.copy(anew.authority.with_suffix(f".{ending}"), tmp_path / f"crowns.example.org-authority.{ending}")
    assert not is_trusted(certificate_for("crowns.example.org", tmp_path), "-verify_hostname", "crowns.example.org")


@needs_openssl
def test_a_certificate_that_a_full_disk_left_empty_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ending in ("crt", "key"):
        (tmp_path / f"localhost.{ending}").touch()

    assert all(file.stat().st_size for file in certificate_for("localhost", tmp_path))

    (tmp_path / "openssl").symlink_to("/bin/true")  # as on a full disk: it ends well, and leaves nothing
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="is there room"):
        certificate_for("another", tmp_path)
    assert not [*tmp_path.glob("another.*")]


def test_without_openssl_https_says_what_to_install(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CROWNSIGHT_DATA", str(tmp_path))

    assert "needs the program openssl" in terminal.refusal("serve", "--local", "--https", "--port", str(free_port()))
