"""Boxes, quests and pieces in the JSON text of a table, named as in a game file; nothing where there is nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from scoring import BASE, NO_PIECES, Box, CrownLines, Kingdom, Pieces, Quest, Rules, Title, filed_pieces
from scoring.json_place import GameFileError, Placed
from scoring.message import message
from ui.table.json_fields import Json, RecordError, each, take


def boxes_json(rules: Rules) -> Json:
    """What rules with other boxes have beyond those of the base game; ``with_boxes`` reads it back."""
    if rules.box == BASE and not rules.quests and rules.crown_lines is CrownLines.PAIRWISE:
        return {}
    return {
        "boxes": [title.value for title in rules.box.in_order],
        "quests": [quest.value for quest in rules.quests],
        "quest_17": rules.crown_lines.value,
    }


def with_boxes(rules: Rules, fields: Json) -> Rules:
    """The rules with the boxes and quests that a text names. Raises RecordError."""
    if "boxes" not in fields:
        return rules
    try:
        return replace(
            rules,
            box=Box(frozenset(each(fields, "boxes", Title, len(Title)))),
            quests=tuple(dict.fromkeys(each(fields, "quests", Quest, len(Quest)))),
            crown_lines=CrownLines(take(fields, "quest_17", str)),
        )
    except ValueError as unknown:
        if isinstance(unknown, RecordError):
            raise
        raise RecordError(message("the boxes or quests are not of ours")) from unknown


def pieces_json(pieces: Pieces) -> Json:
    """The pieces on a board, if there are any; ``pieces_in`` reads them back."""
    return {} if pieces == NO_PIECES else {"pieces": filed_pieces.pieces_object(pieces)}


def pieces_in(fields: Json, kingdom: Kingdom) -> Pieces:
    """The pieces that a text names for a board. Raises RecordError."""
    found: Any = fields.get("pieces")
    if found is None:
        return NO_PIECES
    try:
        return filed_pieces.pieces_in(Placed(found, "pieces").fields(), kingdom)
    except GameFileError as unreadable:
        raise RecordError(unreadable.message) from unreadable
