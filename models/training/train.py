"""Train both networks from nothing, side by side on two cores: ``python -m models.training.train DATA``."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

TRAININGS = ("models.training.train_squares", "models.training.train_corners")
KNOWN = "models.training.train_known"  # in the embedding of the new squares network


def main() -> None:
    parser = argparse.ArgumentParser(description="Train both networks of the reader.")
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path("models"), help="folder of the networks and their manifest")
    arguments = parser.parse_args()
    trainings = [
        subprocess.Popen([sys.executable, "-m", training, str(arguments.data), "--out", str(arguments.out)])
        for training in TRAININGS
    ]
    if any([training.wait() for training in trainings]):  # a list: every training is waited for
        raise SystemExit("A training failed; what it said stands above.")
    subprocess.run([sys.executable, "-m", KNOWN, str(arguments.data), "--out", str(arguments.out)], check=True)


if __name__ == "__main__":
    main()
