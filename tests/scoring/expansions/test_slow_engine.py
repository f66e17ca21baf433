"""Our scores against a slow engine of the tests' own, on random kingdoms full of pieces.

400 kingdoms in the suite; as many as CROWNSIGHT_KINGDOMS says otherwise:
``CROWNSIGHT_KINGDOMS=10000 python -m pytest tests/scoring/expansions/test_slow_engine.py``.
"""

from __future__ import annotations

import os
import random

import pytest

from scoring import BASE, COURT, GIANTS, QUEENDOMINO, Quest, Rules, score
from tests.scoring.expansions import slow_engine

KINGDOMS = int(os.environ.get("CROWNSIGHT_KINGDOMS", "400"))
PARTS = 4
BOX = BASE + GIANTS + COURT + QUEENDOMINO


@pytest.mark.parametrize("part", range(PARTS))
def test_every_quest_character_and_building_is_worth_what_the_slow_engine_says(part: int) -> None:
    for seed in range(part, KINGDOMS, PARTS):
        chance = random.Random(seed)
        size = chance.choice([5, 5, 7])
        kingdom = slow_engine.any_kingdom(chance, size)
        pieces = slow_engine.any_pieces(chance, kingdom)

        sheet = score(kingdom, Rules(grid=size, box=BOX, quests=tuple(Quest)), pieces=pieces)

        ours = {quest.name: quest.points for quest in sheet.earnings if quest.kind == "quest"}
        assert ours == {q: slow_engine.quest_points(q, kingdom, pieces, size) for q in ours}
        assert sheet.total == slow_engine.total(kingdom, pieces, list(ours), size), (seed, str(kingdom), pieces)
        assert sheet.largest_territory == max(len(squares) for _, squares in slow_engine.regions(kingdom))
        assert sheet.crowns == sum(slow_engine.crowns_of(kingdom, pieces).values())
        bare = slow_engine.total(kingdom, pieces.without_giants, list(ours), size)
        assert bare == (sheet.total if sheet.without_giants is None else sheet.without_giants)
