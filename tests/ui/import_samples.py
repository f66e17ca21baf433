"""Exports of BG Stats."""

from __future__ import annotations

import json
from typing import Any

KINGDOMINO, AZUL, KINGDOMS = 7, 8, 9  # as a file numbers its games
ANA, BEN, STRANGER = 1, 2, 3
BG_STATS: dict[str, Any] = {
    "about": "what else an export holds means nothing here",
    "players": [
        {"id": ANA, "name": "Ana", "isAnonymous": False},
        {"id": BEN, "name": "Ben"},
        {"id": STRANGER, "name": "Anonymous player", "isAnonymous": True},
    ],
    "games": [
        {"id": KINGDOMINO, "name": "Kingdomino (2016)", "bggId": 204583},
        {"id": AZUL, "name": "Azul", "bggId": 230802},
        {"id": KINGDOMS, "name": "Kingdoms", "bggId": 0},
    ],
    "plays": [
        {
            "uuid": "2f",
            "gameRefId": KINGDOMINO,
            "playDate": "2024-01-05 20:30:00",
            "playerScores": [
                {"playerRefId": ANA, "score": "54", "winner": False, "rank": 2},
                {"playerRefId": STRANGER, "score": "30 + 24", "winner": True},  # by the tie-break
                {"playerRefId": STRANGER, "score": 12},
            ],
        },
        {"gameRefId": AZUL, "playDate": "2024-01-05 21:30:00", "playerScores": [{"playerRefId": ANA, "score": "99"}]},
        {"gameRefId": KINGDOMINO, "playDate": "2024-01-06", "playerScores": [{"playerRefId": ANA, "score": ""}]},
        {
            "gameRefId": KINGDOMS,
            "playDate": "2024-01-07 00:00:00",
            "playerScores": [{"playerRefId": ANA, "score": "120"}, {"playerRefId": BEN, "score": "-5"}],
        },
    ],
}


def make_bgstats_export(*plays: tuple[str, dict[str, int]]) -> bytes:
    """Return an export of BG Stats with these games of Kingdomino, each as its time and everybody's points."""
    numbers = {
        name: number for number, name in enumerate(dict.fromkeys(name for _, points in plays for name in points))
    }
    return json.dumps(
        {
            "players": [{"id": number, "name": name} for name, number in numbers.items()],
            "games": [{"id": KINGDOMINO, "name": "Kingdomino", "bggId": 204583}],
            "plays": [
                {
                    "gameRefId": KINGDOMINO,
                    "playDate": time,
                    "playerScores": [
                        {"playerRefId": numbers[name], "score": str(sum_)} for name, sum_ in points.items()
                    ],
                }
                for time, points in plays
            ],
        }
    ).encode()
