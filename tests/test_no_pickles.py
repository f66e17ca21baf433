"""Nothing that is read is executed: no pickles, no shells, no evaluated text (pyproject.toml)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.project import ROOT

RULES = "S102,S307,S602,S604,TID251"
CHECK = [sys.executable, "-m", "ruff", "check", "--no-cache", "--ignore-noqa", "--select", RULES]


def test_no_program_executes_its_input() -> None:
    subprocess.run([*CHECK, "."], cwd=ROOT, check=True)


PROGRAMS = (
    "import pickle",
    "from pickle import loads",
    "from joblib import load",
    "import joblib; joblib.load(file)",
    "import numpy as np; np.load(file)",
    "import torch; torch.load(file)",
    "import yaml; yaml.load(file)",
    "eval(text)",
    "import subprocess; subprocess.run(line, shell=True)",
)


def test_such_a_program_would_be_found(tmp_path: Path) -> None:
    for number, program in enumerate(PROGRAMS):
        (tmp_path / f"program{number}.py").write_text(program)
    options = ["--output-format=concise", f"--config={ROOT}/pyproject.toml"]

    done = subprocess.run([*CHECK, *options, tmp_path], cwd=ROOT, check=False, capture_output=True, text=True)

    assert [one for number, one in enumerate(PROGRAMS) if f"program{number}.py:" not in done.stdout] == []
