"""Highlights of a kingdom: what players talk about after the game."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.kingdom import Kingdom, Position
from scoring.message import Message, message, plural
from scoring.territories import Territory, territories


@dataclass(frozen=True)
class Highlights:
    """What is worth telling about one kingdom."""

    largest: Territory | None  # most squares, the more points first; None without any terrain
    best: Territory | None  # most points; None if nothing earned any
    crownless: tuple[Position, ...]  # squares that earned nothing for want of a crown

    @property
    def lines(self) -> tuple[Message, ...]:
        """The highlights as sentences."""
        lines = []
        if self.largest:
            lines.append(message("The largest territory: {territory}", territory=self.largest.line))
        if self.best and self.best != self.largest:
            lines.append(message("The most valuable territory: {territory}", territory=self.best.line))
        if self.crownless:
            lines.append(
                plural(
                    len(self.crownless),
                    "{number} square earned nothing: no crown in its territory",
                    "{number} squares earned nothing: no crown in their territories",
                )
            )
        return tuple(lines)


def highlights(kingdom: Kingdom) -> Highlights:
    """What is worth telling about a kingdom, a legal one or not."""
    found = territories(kingdom)
    return Highlights(
        largest=max(found, key=lambda territory: territory.size, default=None),
        best=found[0] if found and found[0].points else None,
        crownless=tuple(sorted(position for t in found if not t.crowns for position in t.squares)),
    )
