"""Another size of grid is one number more in ``scoring.rules``: everything follows from there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

from scoring import GRIDS
from scoring.rules import fitting_grid, grid_words
from tests.given import ROOT
from vision.locate.lattice import with_hints

KINGDOM_OF_9 = "/".join(["wwwwwwwww"] * 4 + ["ffffCffff"] + ["wwwwwwwww"] * 4)
ON_A_9X9_GRID = f"""
import ui.cli, ui.screens.table.page, vision
from scoring import GRIDS, Kingdom, Rule, Rules, problems, usual_grid
from ui.table.game_file import parse_game_file
from scoring.rules import dominoes_each
from vision.locate.lattice import KINGDOM, SMALL_KINGDOM

kingdom = Kingdom.parse("{KINGDOM_OF_9}")
(table,) = parse_game_file(b'{{"players": [{{"code": "{KINGDOM_OF_9}"}}]}}').tables
print(usual_grid(kingdom), Rules(grid=9).grid, table.rules.grid, dominoes_each(9), SMALL_KINGDOM, KINGDOM)
print(Rule.GRID in {{problem.rule for problem in problems(kingdom)}})
"""


def test_a_kingdom_gets_the_smallest_grid_it_fits_in() -> None:
    sizes = range(1, 11)

    assert [fitting_grid(size, (5, 7, 9)) for size in sizes] == [5, 5, 5, 5, 5, 7, 7, 9, 9, 9]


def test_the_grids_there_are_can_be_read() -> None:
    assert str(grid_words()) == "5 for 5x5 or 7 for 7x7"
    assert str(grid_words((5, 7, 9))) == "5 for 5x5, 7 for 7x7 or 9 for 9x9"


def test_a_hinted_kingdom_grows_to_the_next_grid_and_no_further() -> None:
    hinted = np.ones((20, 20), np.float32)

    def grown(side: int) -> int:
        rows, columns = with_hints((slice(5, 5 + side), slice(5, 5 + side)), hinted)
        assert rows == columns
        return int(rows.stop - rows.start)

    assert [grown(side) for side in range(3, 10)] == [5, 5, 5, 7, 7, 8, 9]


def test_with_a_third_grid_everything_imports_and_a_9x9_is_a_9x9(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "scoring", tmp_path / "scoring", ignore=shutil.ignore_patterns("__pycache__"))
    rules = tmp_path / "scoring" / "rules.py"
    with_two = f"\nGRIDS = {GRIDS}\n"
    text = rules.read_text(encoding="utf-8")
    assert with_two in text
    rules.write_text(text.replace(with_two, f"\nGRIDS = {(*GRIDS, 9)}\n"), encoding="utf-8")
    path = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}

    done = subprocess.run(
        [sys.executable, "-c", ON_A_9X9_GRID], cwd=tmp_path, env=os.environ | path, capture_output=True, text=True
    )

    assert (done.stdout.split(), done.returncode) == (["9", "9", "9", "40", "5", "9", "False"], 0), done.stderr
