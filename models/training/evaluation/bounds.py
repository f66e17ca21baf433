"""Error statistics: confidence intervals, and thresholds with a proven limit of errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

CONFIDENCE = 0.95
Z = 1.96  # standard deviations: 95 % on both sides

Values = NDArray[np.floating]


def wilson(hits: int, of: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share after Wilson (1927), 0 to 1; (0, 1) for no samples."""
    if not of:
        return 0.0, 1.0
    share, spread = hits / of, Z**2 / of
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * (share * (1 - share) / of + spread / (4 * of)) ** 0.5 / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def format_share(hits: int, of: int) -> str:
    """Format a count with the interval of its share: ``4 30%-90%``."""
    low, high = wilson(hits, of)
    return f"{hits} {low:.0%}-{high:.0%}"


def at_most(errors: int, of: int) -> float:
    """Return the largest error rate, 0 to 1, that ``errors`` among ``of`` do not rule out with 95 % confidence.

    The exact upper bound for binomial counts, on one side: Clopper and Pearson, 1934.
    """
    return 1.0 if errors >= of else float(beta.ppf(CONFIDENCE, errors + 1, of - errors))


class Scored(NamedTuple):
    """The scores of the kingdoms in a scene that may be called sure, and which of them were read wrong."""

    scores: Values
    wrong: NDArray[np.bool_]


class Held(NamedTuple):
    """The number of scenes with a kingdom that is called sure, and of those with a wrong one among them."""

    scenes: int
    errors: int

    @property
    def limit(self) -> float:
        """The share of errors that is not exceeded with 95 % confidence."""
        return at_most(self.errors, self.scenes)

    def __str__(self) -> str:
        low, high = wilson(self.errors, self.scenes)
        return (
            f"of kingdoms called sure at most {self.limit:.1%} are wrong, with {CONFIDENCE:.0%} confidence, from "
            f"{self.scenes} scenes ({self.errors} with an error, Wilson {low:.1%} to {high:.1%})"
        )


def count_promises(scenes: Sequence[Scored], threshold: float) -> Held:
    """Count the scenes with a kingdom that scores at least ``threshold``, each scene once."""
    sure = [scene for scene in scenes if (scene.scores >= threshold).any()]
    return Held(len(sure), sum(bool(scene.wrong[scene.scores >= threshold].any()) for scene in sure))


def lowest_threshold(scenes: Sequence[Scored], limit: float, candidates: Sequence[float]) -> float | None:
    """Return the lowest candidate with proven error of at most ``limit``; None if the first is not proven.

    Fixed-sequence testing (Angelopoulos et al., "Learn then test", 2021): the candidates, chosen on other scenes, are
    tested in their order, from the strictest, and the first that is not proven ends the search. So the chance that
    the promise of the one returned is broken stays 5 %, however many were tested.
    """
    chosen = None
    for threshold in candidates:
        if count_promises(scenes, threshold).limit > limit:
            break
        chosen = threshold
    return chosen
