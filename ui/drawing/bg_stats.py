"""A finished game as a link that BG Stats takes for a play: no key, no server, the game itself in the address.

Described at bgstatsapp.com, "Push plays to BG Stats from other apps or websites".
"""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any
from urllib.parse import urlencode

from ui.table.finished import Game
from ui.table.kingdoms import KingdomsResult
from ui.table.table import Finished

CREATE_PLAY = "https://app.bgstatsapp.com/createPlay.html"
KINGDOMINO, KINGDOMS = ("Kingdomino", 204583), ("Kingdoms", 119)  # names and numbers on BoardGameGeek


def bg_stats_link(game: Finished) -> str:
    """The address that adds a game to BG Stats, which knows it again by when it ended."""
    name, number = KINGDOMS if isinstance(game, KingdomsResult) else KINGDOMINO
    play = {
        "sourceName": "Crownsight",
        "sourcePlayId": f"{game.played.astimezone(UTC):%Y%m%d%H%M%S}-{game.number}",
        "playDate": game.played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "board": "",
        "game": {
            "name": name,
            "sourceGameId": name.lower(),
            "bggId": number,
            "highestWins": True,
            "noPoints": False,
        },
        "players": _of_kingdoms(game) if isinstance(game, KingdomsResult) else _of_kingdomino(game),
    }
    return f"{CREATE_PLAY}?{urlencode({'data': json.dumps(play, ensure_ascii=False, separators=(',', ':'))})}"


def _of_kingdomino(game: Game) -> list[dict[str, Any]]:
    colours = {one.name: one.colour.value for one in game.players}
    several = len(game.players) > 1
    return [
        _player(one.player, one.sheet.total, one.place, colours[one.player], won=several and one.place == 1)
        for one in game.standings
    ]


def _of_kingdoms(game: KingdomsResult) -> list[dict[str, Any]]:
    names = {player.colour: player.name for player in game.players}
    return [
        _player(names[purse.colour], purse.now, purse.place, purse.colour.value, won=purse.place == 1)
        for purse in game.sheet.purses
        if purse.colour in names
    ]


def _player(name: str, score: int, place: int, colour: str, *, won: bool) -> dict[str, Any]:
    return {
        "name": name,
        "sourcePlayerId": name.casefold(),
        "score": score,
        "rank": place,
        "role": colour,
        "winner": won,
        "startPlayer": False,
    }
