"""Types of command-line arguments: functions that parse a text or say how a right one looks.

Each raises ArgumentTypeError with one sentence.
"""

from __future__ import annotations

import argparse
import difflib
import ipaddress
import re
from collections.abc import Iterable, Sequence

from scoring import Quest, Title
from ui.cli.inputs import quote

Corner = tuple[float, float]  # (x, y) in upright pixels of the original photo

QUESTS = tuple(
    dict.fromkeys(f"{name}:TERRAIN" if terrain else name for name, terrain, _ in (q.partition(":") for q in Quest))
)
BOXES = tuple(title.value for title in Title if title is not Title.KINGDOMINO)
FARTHEST = 1_000_000  # pixels from the photo's corner


def suggest(typed: str, known: Iterable[str]) -> str:
    """Return a question with the names that are like the typed one, or nothing."""
    close = difflib.get_close_matches(typed, list(dict.fromkeys(known)), n=2)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def parse_box(text: str) -> str:
    """Return the name of a box."""
    return _require_one_of(text, "box", BOXES, BOXES)


def parse_quest(text: str) -> str:
    """Return the name of a quest."""
    return _require_one_of(text, "quest", [*map(str, Quest)], QUESTS)


def _require_one_of(text: str, kind: str, names: Sequence[str], shown: Sequence[str]) -> str:
    """Return a name; raise ArgumentTypeError with suggestions if it is unknown."""
    if text not in names:
        raise argparse.ArgumentTypeError(
            f"there is no {kind} {quote(text)}{suggest(text, names) or '; ' + kind + ' names: ' + ', '.join(shown)}"
        )
    return text


def parse_corners(text: str) -> tuple[Corner, ...]:
    """Return four corners from ``10,20 510,22 505,530 8,525``."""
    try:
        points = [tuple(float(number) for number in point.split(",")) for point in text.split()]
    except ValueError:
        points = []
    if [len(point) for point in points] != [2, 2, 2, 2] or not all(
        abs(number) < FARTHEST for number in sum(points, ())
    ):
        raise argparse.ArgumentTypeError(f"four corners look like '10,20 510,22 505,530 8,525', not {quote(text)}")
    return tuple((x, y) for x, y in points)


def parse_grid_size(text: str) -> tuple[int, int]:
    """Return rows and columns from ``5x5``."""
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text, re.ASCII)
    if not match:
        raise argparse.ArgumentTypeError(f"a grid looks like 5x5, rows x columns; not {quote(text)}")
    return int(match[1]), int(match[2])


def parse_jobs(text: str) -> int:
    """Return a number of jobs, or -1 for one per core."""
    if not re.fullmatch(r"-1|[1-9]\d{0,2}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"a number of jobs is 1 or more, or -1 for one per core; not {quote(text)}")
    return int(text)


def parse_address(text: str) -> str:
    """Return an IP address to listen at."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise argparse.ArgumentTypeError(f"an address to listen at looks like 0.0.0.0, not {quote(text)}") from None


def parse_proxies(text: str) -> tuple[str, ...]:
    """Return the networks of proxies from addresses or networks, separated by commas."""
    try:
        named = [ipaddress.ip_network(part.strip()) for part in text.split(",")]
    except ValueError:
        named = []
    if not named or not all(network.prefixlen for network in named):  # anybody's word is nobody's
        raise argparse.ArgumentTypeError(f"a proxy is 127.0.0.1 or 172.16.0.0/12, not {quote(text)}")
    return tuple(str(network) for network in named)


def parse_port(text: str) -> int:
    """Return a port number."""
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or not 0 < int(text) < 65_536:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {quote(text)}")
    return int(text)
