"""Nothing that is read is executed: no pickles, no shells, no evaluated text (pyproject.toml)."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.project import ROOT

RULES = "S102,S307,S602,S604,TID251"
CHECK = [sys.executable, "-m", "ruff", "check", "--no-cache", "--ignore-noqa", "--select", RULES]


def test_no_program_executes_its_input() -> None:
    subprocess.run([*CHECK, "."], cwd=ROOT, check=True)


@pytest.mark.parametrize(
    "program",
    [
        "import pickle",
        "from pickle import loads",
        "from joblib import load",
        "import joblib; joblib.load(file)",
        "import numpy as np; np.load(file)",
        "import torch; torch.load(file)",
        "import yaml; yaml.load(file)",
        "eval(text)",
        "import subprocess; subprocess.run(line, shell=True)",
    ],
)
def test_such_a_program_would_be_found(program: str) -> None:
    done = subprocess.run([*CHECK, "-"], cwd=ROOT, input=program.encode(), check=False, capture_output=True)

    assert done.returncode == 1, done.stderr
