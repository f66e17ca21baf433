"""The same evenings as other programs keep them: an export of BG Stats, and three forms of CSV."""

from __future__ import annotations

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

CSV = [
    "2024-01-05,Ana,54,Ben,47\n2024-01-06 21:15,Ben,30,Cleo,30\n",
    "date;player;points\n05.01.2024;Ana;54\n05.01.2024;Ben;47\n06.01.2024 ;Ben;30\n06.01.2024;Cleo;30\n",
    "Date\tAna\tBen\tCleo\n1/5/2024\t54\t47\n1/16/2024\t\t30\t30\n",
]
