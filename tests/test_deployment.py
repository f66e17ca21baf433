"""Deployment files match the program: ports, commands, folders, limits and locked packages."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import ceil
from pathlib import Path
from threading import Thread

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from sqlalchemy.engine import make_url

from tests.project import ROOT
from tests.sample_photos import KITCHEN
from ui.api.command_endpoint import COMMAND_BYTES
from ui.cli.command import parser
from ui.photos.upload_registry import MOST_BYTES
from ui.serving import request_limits as limits
from ui.system import ADDRESS_ENV, COOKIE, DATA_ENV, DATABASE_ENV, DEFAULT_PORT

DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
UNIT = (DEPLOY / "crownsight@.service").read_text(encoding="utf-8")
HOME_UNITS = sorted((DEPLOY / "home").iterdir())
CADDY = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
NGINX = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
INSTALLED = "/opt/crownsight/.venv/bin/crownsight"
LINUX = {"sys_platform": "linux", "platform_machine": "x86_64", "implementation_name": "cpython"}
MOST_EXPOSED = 2.0  # of 10, as systemd-analyze counts


def instructions(name: str) -> list[str]:
    """Return the arguments of an instruction in the container file."""
    return re.findall(rf"^{name} (.*)$", CONTAINER, re.MULTILINE)


def setting(name: str) -> list[str]:
    """Return the values of one setting of the unit."""
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


def test_container_installs_hashed_wheels_without_installer() -> None:
    locked, own, uninstall = (one for one in CONTAINER.replace("\\\n", "").splitlines() if "pip " in one)

    assert "--require-hashes --only-binary :all:" in locked
    assert "--no-deps" in own
    assert {"setuptools", "pip"} <= {*uninstall.split()}


def test_container_copies_the_packages_without_tests() -> None:
    ignored = {*(ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()}
    copied = {name for line in instructions("COPY") if "--from" not in line for name in shlex.split(line)[:-1]}
    packaged = {pattern.rstrip("*") for pattern in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}

    assert [name for name in copied if not (ROOT / name).exists()] == []
    assert packaged <= copied - ignored == copied
    assert {".git", ".venv", "tests", "sample_images", "models/training"} <= ignored


def test_every_shipped_package_has_its_licence() -> None:
    told = dict(
        re.findall(r"^\| ([\w.-]+) +\| (\d[\w.]*) +\| \w", (DEPLOY / "THIRD_PARTY.md").read_text("utf-8"), re.MULTILINE)
    )
    pins = re.findall(r"^[\w.-]+==[^\\]+", (ROOT / "requirements.lock").read_text("utf-8"), re.MULTILINE)
    needed = [one for pin in pins if not (one := Requirement(pin)).marker or one.marker.evaluate(LINUX)]

    named = {canonicalize_name(name): version for name, version in told.items()}
    assert needed
    assert {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in needed} == named


def test_public_space_is_a_trial_on_its_own_port() -> None:
    dockerfile = (DEPLOY / "space" / "Dockerfile").read_text("utf-8")
    front = (DEPLOY / "space" / "README.md").read_text("utf-8").split("---")[1]
    (line,) = re.findall(r"^CMD (.*)$", dockerfile, re.MULTILINE)
    words = shlex.split(json.loads(line)[-1].replace("$SPACE_HOST", "crowns.hf.space"))
    options = parser().parse_args(words[2:])

    assert re.findall(r"^(sdk|app_port): (.*)$", front, re.MULTILINE) == [
        ("sdk", "docker"),
        ("app_port", str(options.port)),
    ]
    assert options.address == "https://crowns.hf.space"
    assert "CROWNSIGHT_TRIAL=1" in dockerfile
    assert "VOLUME" not in dockerfile
    assert f"EXPOSE {options.port}" in dockerfile


def test_container_and_unit_start_a_known_command() -> None:
    started = [*json.loads(instructions("ENTRYPOINT")[0]), *json.loads(instructions("CMD")[0])]
    service = shlex.split(setting("ExecStart")[0].replace("%i", str(DEFAULT_PORT)))

    for program, *arguments in (started, service):
        assert program == INSTALLED
        assert parser().parse_args(arguments).port == DEFAULT_PORT
    assert instructions("EXPOSE") == [str(DEFAULT_PORT)]


def run_health_check(*arguments: str) -> int:
    """Run the container's health check for a server with these arguments."""
    (_options, command) = instructions("HEALTHCHECK")[0].split(" CMD ")
    _python, script = json.loads(command)
    return subprocess.run([sys.executable, DEPLOY / Path(script).name, *arguments], cwd=ROOT, check=False).returncode


@contextmanager
def answering(status: int) -> Iterator[int]:
    """Answer every request with this status on a free port, until the end of the block."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/healthz" else HTTPStatus.NOT_FOUND)
            self.end_headers()

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("option", ["--port {}", "--port={}", "serve --listen 0.0.0.0 --port {} --proxy 10.0.0.0/8"])
def test_health_check_asks_at_the_servers_port(option: str) -> None:
    with answering(HTTPStatus.OK) as port:
        assert run_health_check(*shlex.split(option.format(port))) == 0


def test_health_check_fails_where_tables_cannot_be_stored() -> None:
    with answering(HTTPStatus.SERVICE_UNAVAILABLE) as port:
        assert run_health_check("serve", "--port", str(port)) == 1


def test_container_and_unit_store_data_in_writable_folders() -> None:
    (user,), (volume,), (folder,) = instructions("USER"), instructions("VOLUME"), setting("StateDirectory")

    assert user not in ("root", "0")
    assert f"{DATA_ENV}={volume}" in CONTAINER
    assert f"{DATA_ENV}=%S/{folder}" in UNIT


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here, which reads units")
def test_systemd_finds_the_unit_right_and_hardly_exposed(tmp_path: Path) -> None:
    unit = tmp_path / "crownsight@.service"
    unit.write_text(UNIT.replace(INSTALLED, sys.executable), encoding="utf-8")

    slice_unit = shutil.copy(DEPLOY / "crownsight.slice", tmp_path)

    verified = subprocess.run(
        ["systemd-analyze", "verify", unit, slice_unit], capture_output=True, text=True, check=False
    )
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", unit], capture_output=True, text=True, check=False
    )

    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")
    (exposure,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", judged.stdout)
    assert float(exposure) <= MOST_EXPOSED


def test_proxies_match_the_apps_limits_and_ports() -> None:
    assert f"client_max_body_size {ceil(MOST_BYTES / 2**20)}m;" in NGINX
    assert f"client_max_body_size  {COMMAND_BYTES // 2**10}k;" in NGINX
    assert f"server 127.0.0.1:{DEFAULT_PORT} " in NGINX
    assert f"hash $cookie_{COOKIE} consistent;" in NGINX
    assert re.findall(r"max_size (\S+)", CADDY) == [f"{ceil(MOST_BYTES / 2**20)}MiB", f"{COMMAND_BYTES // 2**10}KiB"]
    assert f"reverse_proxy 127.0.0.1:{DEFAULT_PORT}" in CADDY
    assert "--port %i --proxy 127.0.0.1" in UNIT


def test_compose_servers_match_nginx_and_database() -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = composed["services"]
    servers = {name: service for name, service in services.items() if service["image"] == "crownsight"}
    ports = [parser().parse_args(shlex.split(service["command"])).port for service in servers.values()]

    assert ports == [int(port) for port in re.findall(r"server 127\.0\.0\.1:(\d+) ", NGINX)]
    assert list(servers) == [f"server-{port}" for port in ports]
    assert all(service["network_mode"] == "service:nginx" for name, service in services.items() if name != "nginx")
    for server in servers.values():
        database = make_url(server["environment"][DATABASE_ENV])
        assert (database.host, database.username) == ("127.0.0.1", services["database"]["environment"]["POSTGRES_USER"])
        assert {*server["environment"]} == {ADDRESS_ENV, DATABASE_ENV, "PGPASSWORD"}
        assert (database.password, server["environment"]["PGPASSWORD"]) == (None, "${PASSWORD}")
    assert {volume.partition(":")[0] for volume in services["database"]["volumes"]} == {*composed["volumes"]}
    assert (DEPLOY / services["nginx"]["volumes"][0].partition(":")[0]).exists()


def test_composed_nginx_sees_its_own_certificate_alone() -> None:
    nginx = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["nginx"]
    mounted = [volume.split(":") for volume in nginx["volumes"][1:]]
    (folder,) = {str(Path(path).parent) for path in re.findall(r"ssl_certificate(?:_key)? +(/.*);", NGINX)}

    # certbot keeps the files in "archive", with links to them in "live"
    assert mounted == [[one, one, "ro"] for one in (folder, folder.replace("/live/", "/archive/"))]


def test_home_compose_file_serves_https_from_one_process() -> None:
    composed = yaml.safe_load((DEPLOY / "compose-home.yaml").read_text(encoding="utf-8"))
    server, caddy = composed["services"]["server"], composed["services"]["caddy"]
    options = parser().parse_args(shlex.split(server["command"]))

    assert f"--to 127.0.0.1:{options.port} --internal-certs" in caddy["command"]
    assert (server["network_mode"], options.proxy) == ("service:caddy", ("127.0.0.1/32",))
    assert server["environment"] == {ADDRESS_ENV: "https://${HOST}"}
    assert server["volumes"] == [f"games:{instructions('VOLUME')[0]}"]
    assert {*composed["volumes"]} == {"games", "certificates"}
    assert {service["restart"] for service in (server, caddy)} == {"unless-stopped"}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here, which reads units")
def test_home_units_are_valid(tmp_path: Path) -> None:
    for unit in HOME_UNITS:
        text = unit.read_text(encoding="utf-8").replace("%h/.local/bin/crownsight", sys.executable)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")

    verified = subprocess.run(
        ["systemd-analyze", "--user", "verify", *tmp_path.iterdir()],
        env={"PATH": os.environ["PATH"], "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (verified.returncode, verified.stdout, verified.stderr) == (0, "", "")


def test_home_backup_unit_writes_a_dated_private_file(tmp_path: Path) -> None:
    unit = (DEPLOY / "home" / "crownsight-backup.service").read_text(encoding="utf-8")
    program = tmp_path / "crownsight"
    program.write_text('#!/bin/sh\n[ "$1" = backup ] && : > "$2"\n', encoding="utf-8")
    program.chmod(0o700)
    text = unit.replace("%h/.local/bin", str(tmp_path)).replace("%h", str(tmp_path)).replace("$$", "$")

    for command in re.findall(r"^ExecStart=(.*)$", text.replace("%%", "%"), re.MULTILINE):
        subprocess.run(shlex.split(command), check=True)

    (made,) = (tmp_path / "crownsight-backups").iterdir()
    assert re.fullmatch(r"games-\d{8}-\d{6}\.sqlite3", made.name)


def test_composed_containers_have_few_rights_and_bounds() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]

    for service in services.values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["pids_limit"] <= 200
        assert service["mem_limit"]
    assert "worker_connections 8192;" in services["nginx"]["command"]


def test_servers_share_one_bound_of_memory() -> None:
    (name,) = setting("Slice")

    assert "MemoryMax=75%" in (DEPLOY / name).read_text(encoding="utf-8").splitlines()
    assert setting("MemoryMax") == []
    assert f"deploy/{name}" in (ROOT / "docs" / "internet.md").read_text(encoding="utf-8")


# As MemoryDenyWriteExecute does, and then the command line; exit code 77 before Linux 6.3.
WITHOUT_WRITABLE_CODE = """
import ctypes, mmap, sys
PR_SET_MDWE, REFUSE_EXEC_GAIN = 65, 1
if ctypes.CDLL(None).prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0):
    sys.exit(77)
try:
    mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_WRITE | mmap.PROT_EXEC)
except OSError:
    from ui.cli import main
    sys.exit(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can deny memory that is writable and executable")
def test_app_needs_no_memory_that_is_writable_and_executable() -> None:
    command: list[str | Path] = [sys.executable, "-c", WITHOUT_WRITABLE_CODE, "read", "--json", KITCHEN]
    read = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if read.returncode == 77:
        pytest.skip("Linux 6.3 or newer can deny it without systemd")

    assert setting("MemoryDenyWriteExecute") == ["yes"]
    assert json.loads(read.stdout)


def test_unit_lets_the_app_reach_this_machine_alone() -> None:
    assert setting("IPAddressDeny") == ["any"]
    assert setting("IPAddressAllow") == ["localhost"]


def test_the_connections_fit_into_the_descriptors() -> None:
    """A page takes three beside its connection, a phone that sleeps three; the rest is for tables and photos."""
    asleep = 128  # sessions that Streamlit keeps for phones that come back

    assert limits.CONNECTIONS * limits.REFUSED_SHARE + 3 * limits.PAGES + 3 * asleep + 200 <= limits.DESCRIPTORS
    assert setting("LimitNOFILE") == [str(limits.DESCRIPTORS)]


def test_intel_macs_get_an_onnxruntime_with_a_wheel() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = dict(re.findall(r"^onnxruntime==(\S+) ; ([^\\]+) ", lock, re.MULTILINE))

    def choose_versions(processor: str, system: str) -> list[str]:
        machine = {"platform_machine": processor, "sys_platform": system}
        return [version for version, where in pins.items() if Marker(where).evaluate(machine)]

    assert choose_versions("x86_64", "darwin") == ["1.23.2"]
    for machine in (("arm64", "darwin"), ("x86_64", "linux"), ("x86_64", "win32")):
        (version,) = choose_versions(*machine)
        assert version != "1.23.2"
