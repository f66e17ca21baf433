"""Random requests to every route of a served app: ``python tests/benchmarks/fuzz_requests.py [--seconds 3600]``.

Ends with the number of the first request that the server takes for a fault of its own, or that leaves a traceback in
its log; the same ``--first`` with one second sends it again. Loopback addresses only.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.ui.hostile.http_requests import faults, request, target_at
from tests.ui.served import app_of_its_own
from ui.store import Store

OF_ADDRESS = 20  # requests
ADDRESSES = 60_000
LOOK_EVERY = 100  # requests between two looks at the log


def main() -> None:
    """Fuzz as asked on the command line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=3_600)
    options.add_argument("--first", type=int, default=1_000, help="number of the first request")
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder, app_of_its_own(Path(folder)) as served:
        store = Store(served.database)
        target = target_at(served.address, store)
        store.engine.dispose()
        number, until = asked.first, time.monotonic() + asked.seconds
        while time.monotonic() < until:
            at = number // OF_ADDRESS % ADDRESSES
            said = faults(target, f"127.67.{1 + at // 250}.{1 + at % 250}", request(Random(number), target))
            if said or (number % LOOK_EVERY == 0 and "Traceback" in served.logged()):
                sys.exit(f"request {number}, or one of {LOOK_EVERY} before it: {said}\n{served.logged()[-4_000:]}")
            number += 1
        print(f"{number - asked.first} requests, nothing found; healthy: {served.is_healthy()}")


if __name__ == "__main__":
    main()
