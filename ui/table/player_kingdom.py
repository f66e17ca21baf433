"""A kingdom with its player and pieces, as in game files and on the command line."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import NO_PIECES, Kingdom, Pieces, Rules, ScoreSheet, score


@dataclass(frozen=True)
class PlayerKingdom:
    """A kingdom, the pieces on it, its player's name (may be empty), and the warnings of its reader."""

    name: str
    kingdom: Kingdom
    pieces: Pieces = NO_PIECES
    warnings: tuple[str, ...] = ()

    def sheet(self, rules: Rules) -> ScoreSheet:
        """Score the kingdom under these rules."""
        return score(self.kingdom, rules, pieces=self.pieces)
