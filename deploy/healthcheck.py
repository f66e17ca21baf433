"""Health check of the container: ask the server's ``/healthz``, where its command line says that it listens.

Arguments are those of the server, by default of process 1. Exit code 0 where it can store tables, else 1.
"""

from __future__ import annotations

import sys
import urllib.request
from pathlib import Path

from ui.cli.command import parser
from ui.system import DEFAULT_PORT

PROGRAM = "crownsight"
ANY = {None: "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "127.0.0.1"}
SECONDS = 4


def server_arguments() -> list[str]:
    """Return the arguments of process 1 after the name of the program, which an init process may have started."""
    words = Path("/proc/1/cmdline").read_text(encoding="utf-8").rstrip("\0").split("\0")
    places = [place for place, word in enumerate(words) if Path(word).name == PROGRAM]
    return words[places[0] + 1 :] if places else []


def health_url(arguments: list[str]) -> str:
    """Return where a server with these arguments answers on this machine."""
    options = parser().parse_args(arguments)
    host = ANY.get(options.listen, options.listen)
    return f"http://{f'[{host}]' if ':' in host else host}:{options.port or DEFAULT_PORT}/healthz"


def main() -> int:
    """Return the exit code of the check."""
    try:
        urllib.request.urlopen(health_url(sys.argv[1:] or server_arguments()), timeout=SECONDS).close()
    except OSError as fault:
        print(fault)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
