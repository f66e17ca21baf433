"""Local state of a table in one tab of a phone, by feature.

All of it is reset when the tab opens another table, for boards of two tables may have the same number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from scoring import Position, Title
from ui.table.assignment import Assignment
from ui.table.board import PhotoResult
from ui.table.commands import UndoEntry
from ui.table.photo_reading import Picture
from ui.table.table import CompletedGame, Table

if TYPE_CHECKING:
    from ui.session.archive import ImportPreview
    from vision.pipeline.teach import TeachingResult


class Panel(StrEnum):
    """A panel of the table page, or of the page of Kingdoms."""

    NOT_CHOSEN = ""  # none was opened or closed yet
    CLOSED = "closed"
    RULES = "rules"
    INVITE = "invite"
    PLAYERS = "players"
    MORE = "more"
    EXPORT = "export"


class PastEdit(NamedTuple):
    """A correction of a finished game: the key of its page, the number of its table, and the tables around it."""

    page: str
    table: int
    change: UndoEntry
    is_deletion: bool


@dataclass
class Identity:
    """Who uses this phone."""

    is_known: bool = False  # as a player, or as somebody who only watches
    seat_to_name: int | None = None  # a seat that this phone has just taken, and whose name is asked for


@dataclass
class PhotoAssignment:
    """Photos of several kingdoms on their way to boards."""

    current: Assignment | None = None
    tapped: int | None = None  # the kingdom whose player is asked for, if one was tapped
    failed: PhotoResult | None = None  # the last photo, if it gave no kingdom
    enters_by_hand: bool = False  # a kingdom, from the photo that gave none
    photos: int = 0  # so far, so that each has a camera of its own
    last: tuple[Assignment, Table] | None = None  # with the table after it
    last_at: float = 0.0  # when it was made, in seconds of the monotonic clock
    suspected: Title | None = None  # the box whose tiles a photo seems to show, until that is answered


@dataclass
class BoardPages:
    """Boards that this phone shows and photographs."""

    photos: dict[int, tuple[int, PhotoResult | None]] = field(default_factory=dict)
    """By seat: the number of its photos, and the last one if it gave no board yet."""
    selection: tuple[int, Position, int] | None = None  # board, square to select there, number of the request
    seen: set[int] = field(default_factory=set)  # numbers of boards
    photo_beside: tuple[int, Picture] | None = None  # a board that is entered by hand, and the photo above it


@dataclass
class TileLessons:
    """What this phone teaches about tiles."""

    last: TeachingResult | PhotoResult | None = None  # what the last photo taught, or why it taught nothing
    photos: int = 0
    is_reread_due: bool = False  # on the next page, since the boxes have changed


@dataclass
class ChosenFiles:
    """Files that were chosen to be read."""

    contents: dict[str, bytes] = field(default_factory=dict)  # the last one of each field
    preview: ImportPreview | None = None  # of games, until they are added
    summary: str = ""  # of games that were added, until it is shown


@dataclass
class ViewedResult:
    """The result that this phone shows."""

    viewed: tuple[int, Table] | None = None  # the visits of the tab when it was opened, and its table
    achievements: tuple[CompletedGame, list[str]] | None = None  # of the recorded game


@dataclass
class LocalState:
    """The values of all features."""

    last_change: UndoEntry | None = None  # that one tap undoes
    identity: Identity = field(default_factory=Identity)
    seat_to_remove: int | None = None  # after the first tap
    panel: Panel = Panel.NOT_CHOSEN
    photos: PhotoAssignment = field(default_factory=PhotoAssignment)
    boards: BoardPages = field(default_factory=BoardPages)
    lessons: TileLessons = field(default_factory=TileLessons)
    files: ChosenFiles = field(default_factory=ChosenFiles)
    result: ViewedResult = field(default_factory=ViewedResult)
    epoch: int | None = None  # of Kingdoms, as chosen
    past_edit: PastEdit | None = None  # that can be undone on the page of its game
