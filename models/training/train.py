"""Train everything in ``models`` from scratch: ``python -m models.training.train DATA [--out models]``.

The two networks are trained at the same time on two cores; the files that depend on them follow.
"""

from __future__ import annotations

import subprocess
import sys

from models.training.networks.publishing import training_parser

NETWORKS = ("models.training.train_squares", "models.training.train_corners")
AFTER = (
    "models.training.train_castles",
    "models.training.train_known",  # in the embedding of the new squares network
    "models.training.train_kingdoms",
    "models.training.calibrate",  # for all of them
)


def main() -> None:
    arguments = training_parser("Train the networks of the reader and calibrate it for them.").parse_args()
    given = [str(arguments.data), "--out", str(arguments.out)]
    trainings = [subprocess.Popen([sys.executable, "-m", training, *given]) for training in NETWORKS]
    if any([training.wait() for training in trainings]):  # a list: every training is waited for
        raise SystemExit("A training failed; what it said stands above.")
    for step in AFTER:
        subprocess.run([sys.executable, "-m", step, *given], check=True)


if __name__ == "__main__":
    main()
