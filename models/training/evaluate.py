"""The figures of the model card: ``python -m models.training.evaluate DATA [--sets NAME...]``.

``--sets`` alone lists the sets. Those of squares, boards and whole photos are measured on pictures whose kingdom,
family and photo no network of its own has seen: the squares networks are trained anew without them (once, then kept in
``build/folds``: a quarter of an hour), the corner network of the product has never seen a whole photo. ``--shipped``
measures the product's own networks instead, on a folder laid out alike whose pictures were not in their training. The
composed sets (evenings, tables, two-looks) and the real photos in their light are always read by the product's
networks, which know tiles drawn by the same code, but neither these scenes nor these lights.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any

import cv2

from models.training.evaluation.evening_figures import EACH
from models.training.evaluation.evenings import EDITIONS
from models.training.evaluation.sets import SETS, Request

BUILD = Path("build")


def main() -> None:
    arguments = vars(parser().parse_args())
    sets, file = arguments.pop("sets"), arguments.pop("json")
    if not sets:
        print(*(f"{name:<15}{each.shows}" for name, each in SETS.items()), sep="\n")
        return
    cv2.setNumThreads(1)
    found = measured(sets, Request(**arguments))
    if file:
        file.write_text(json.dumps(found, indent=2, default=str) + "\n", encoding="utf-8")


def parser() -> argparse.ArgumentParser:
    """What may be asked for."""
    asked = argparse.ArgumentParser(description="Measure the reader on pictures it has not seen.")
    asked.add_argument("data", type=Path)
    asked.add_argument(
        "--sets", nargs="*", default=list(SETS), choices=SETS, metavar="NAME", help="default: all; without names: list"
    )
    asked.add_argument("--shipped", action="store_true", help="measure the product's networks; train none")
    asked.add_argument("--cache", type=Path, default=BUILD / "folds", help="where networks trained for this are kept")
    asked.add_argument("--evenings", type=Path, default=BUILD / "evenings", help="where composed photos are kept")
    asked.add_argument("--worst", type=Path, default=BUILD / "worst", help="where pictures of the worst boards go")
    asked.add_argument("--samples", type=int, help="of each training; default: as on the card")
    asked.add_argument("--each", type=int, default=EACH, help="evenings of each case")
    asked.add_argument("--edition", default="own", choices=EDITIONS, help="whose tiles lie on composed evenings")
    asked.add_argument("--only", default="", help="cases of evenings and new terrains whose name holds these words")
    asked.add_argument("--squares", type=Path, help="the folder of another squares network, for real-evenings")
    asked.add_argument("--against", type=Path, help="what --json wrote of an earlier run: says what is worse, for same")
    asked.add_argument("--json", type=Path, help="also write the rows of figures to this file")
    return asked


def measured(names: Iterable[str], asked: Request) -> dict[str, list[dict[str, Any]]]:
    """Prints what is measured of these sets and returns their rows of figures."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name in names:
        each = SETS[name]
        print(f"\n{each.shows}:")
        if not (asked.data / each.needs).exists():
            print(f"there is no {each.needs} in {asked.data}")
            continue
        found[name] = []
        for line in each.measured(asked):
            print(line, flush=True)
            if is_dataclass(line) and not isinstance(line, type):
                found[name].append(asdict(line))
    return found


if __name__ == "__main__":
    main()
