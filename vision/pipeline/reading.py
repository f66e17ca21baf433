"""The result of reading a kingdom: what lies on each square, how certain that is, and what people should check."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from scoring.boxes import BASE, Box, Printing
from scoring.castle import Castle
from scoring.kingdom import Kingdom, Position
from scoring.terrain import Square
from vision.squares.reading import Squares
from vision.warning import ReadingWarning, WarningCode

ABOUT_KINGDOM = {WarningCode.TOO_LARGE, WarningCode.STRAY_DOMINO, WarningCode.NO_CASTLE, WarningCode.NO_COVER}


@dataclass(frozen=True)
class Doubt:
    """A square that people should check."""

    row: int  # from 0, from the top
    column: int  # from 0, from the left
    guess: Square
    alternative: Square | None
    confidence: float  # of the guess, 0 to 1


class Decodable(Protocol):
    """What a kingdom can be decoded from again: ``vision.pipeline.evidence.Evidence``."""

    def decode(self, fixed: Mapping[Position, Square], box: Box) -> Assessment:
        """Decode and assess the kingdom, some squares of which a person has set."""


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """A decoded kingdom and how far it can be trusted."""

    kingdom: Kingdom
    squares: Squares  # in the shape of the kingdom
    legal: bool = True  # it can be built from the dominoes by the rules
    sure: bool = True  # the whole kingdom is probably right
    warnings: tuple[ReadingWarning, ...] = ()
    doubtful: frozenset[Position] = frozenset()  # squares of low confidence, hidden, unknown, or of a stray domino
    hidden: Mapping[Position, float] = field(default_factory=dict, hash=False)  # covered squares: covered share, 0 to 1
    unknown: frozenset[Position] = frozenset()  # squares of an unknown kind, empty in ``kingdom``; other boxes only

    @property
    def plausible(self) -> bool:
        """Whether no warning is about the kingdom itself, such as a missing castle."""
        return not any(warning.code in ABOUT_KINGDOM for warning in self.warnings)

    @property
    def needs_confirmation(self) -> bool:
        """Whether it may be no kingdom, so that people are asked."""
        return any(warning.code is WarningCode.UNCERTAIN_KINGDOM for warning in self.warnings)


@dataclass(frozen=True, kw_only=True, repr=False)
class Reading(Assessment):
    """One kingdom read from a photo; the fields of ``Assessment`` say how far it can be trusted."""

    corners: tuple[tuple[float, float], ...]  # of its grid, in upright pixels of the original photo, clockwise
    seconds: float = field(default=0.0, compare=False)
    castle: Castle | None = None  # the colour of the castle or its tile; None if it is not recognised
    castle_confidence: float = 0.0  # 0 to 1
    printing: Printing | None = None  # whose art the tiles show; None if that is not certain
    box: Box = BASE  # that it was read with
    evidence: Decodable | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        size = f"{self.kingdom.height}x{self.kingdom.width}"
        return f"<Reading {size} {str(self.kingdom)[:24]!r} sure={self.sure} doubts={len(self.doubtful)}>"

    @property
    def doubts(self) -> list[Doubt]:
        """The squares that people should check, in reading order.

        Example:
            >>> from vision import read
            >>> [reading] = read("sample_images/phone-shadow-on-cork.jpg")
            >>> [(doubt.row, doubt.column, str(doubt.guess), str(doubt.alternative)) for doubt in reading.doubts]
            [(2, 6, 'w', 'l')]
        """
        found = []
        for row, column in sorted(self.doubtful):
            square = self.squares[row][column]
            found.append(Doubt(row, column, square.square, square.alternative, square.confidence))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the reading as ``crownsight read --json`` prints it; docs/cli.md lists the keys.

        Example:
            >>> from vision import read
            >>> [reading] = read("sample_images/cutting-mat.jpg")
            >>> fields = reading.to_dict()
            >>> fields["code"], fields["grid"], fields["sure"], fields["castle"]
            ('wwwwf1/g2wwwl/g1wCww/gf1fff1/w1ffff', {'rows': 5, 'cols': 5}, True, 'pink')
        """
        return {
            "grid": {"rows": self.kingdom.height, "cols": self.kingdom.width},
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.corners],
            "code": str(self.kingdom),
            "squares": [
                [self._square_to_dict(row, column) for column in range(self.kingdom.width)]
                for row in range(self.kingdom.height)
            ],
            "legal": bool(self.legal),
            "sure": bool(self.sure),
            "warnings": [warning.to_dict() for warning in self.warnings],
            "seconds": round(float(self.seconds), 3),
            "edition": self.printing.value if self.printing else None,
            "castle": self.castle.value if self.castle else None,
            "castle_confidence": round(float(self.castle_confidence), 4) if self.castle else None,
        }

    def _square_to_dict(self, row: int, column: int) -> dict[str, Any]:
        square = self.squares[row][column]
        fields = _name_square(square.square)
        if (row, column) in self.unknown:
            fields["terrain"] = "unknown"
        fields["confidence"] = round(float(square.confidence), 4)
        fields["alternative"] = None if square.alternative is None else _name_square(square.alternative)
        if (row, column) in self.hidden:
            fields["hidden"] = round(self.hidden[row, column], 2)
        return fields

    def corrected(self, squares: Mapping[Position, Square | str]) -> Reading:
        """Decode the kingdom again with some squares fixed.

        Args:
            squares: The true square by (row, column), both from 0; a ``Square`` or its code, such as "g" or "m2".

        Raises:
            IndexError: A position is outside the kingdom.
            ValueError: A code is no square, or a reading without evidence is corrected.

        Example:
            >>> from vision import read
            >>> [reading] = read("sample_images/phone-shadow-on-cork.jpg")
            >>> (2, 6) in reading.doubtful, (2, 6) in reading.corrected({(2, 6): "w"}).doubtful
            (True, False)
        """
        if self.evidence is None:
            raise ValueError("this reading has no evidence to be decoded again")
        fixed = {
            position: square if isinstance(square, Square) else Square.parse(square)
            for position, square in squares.items()
        }
        for row, column in fixed:
            if not (0 <= row < self.kingdom.height and 0 <= column < self.kingdom.width):
                raise IndexError(
                    f"({row}, {column}) is outside {self.kingdom.height} rows, {self.kingdom.width} columns"
                )
        return replace(self, **vars(self.evidence.decode(fixed, self.box)))


def _name_square(square: Square) -> dict[str, Any]:
    """Return the terrain and crowns of a square; the terrain may be ``castle`` or ``empty``."""
    if square.terrain is None:
        return {"terrain": "castle" if square.is_castle else "empty", "crowns": square.crowns}
    return {"terrain": square.terrain.value, "crowns": square.crowns}
