"""A game as a link for BG Stats: everything that its page for other apps asks for."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from scoring import USUAL_RULES, Kingdom
from scoring.castle import BASE_GAME, Castle
from scoring.kingdoms import Board, Colour
from tests.given import EVENING
from ui.drawing.result_text import bg_stats_link
from ui.screens.invitation import MOST_IN_ONE, qr_code
from ui.table.finished import Game, Played
from ui.table.kingdoms import KingdomsResult, Player
from ui.table.names import LONGEST_NAME

PLAYED = Game(
    3,
    EVENING,
    USUAL_RULES,
    (Played("Ana & Co?", Castle.BLUE, Kingdom.parse("C w1")), Played("Chloé", Castle.PINK, Kingdom.parse("C m3"))),
)
EPOCH = Board.parse("r2 +3 . . . ./. . . . . ./. . . . . ./. . . . . ./. . . . . .")
OF_KINGDOMS = KingdomsResult(1, EVENING, (Player(Colour.RED, "Ana"), Player(Colour.BLUE, "Ben")), (EPOCH,) * 3)


def play(game: Game | KingdomsResult) -> dict[str, Any]:
    """What BG Stats reads in the link."""
    [data] = parse_qs(urlsplit(bg_stats_link(game)).query)["data"]
    read: dict[str, Any] = json.loads(data)
    return read


def test_the_link_leads_to_bg_stats_with_the_game_and_its_time_in_utc() -> None:
    assert bg_stats_link(PLAYED).startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert play(PLAYED)["game"] | {"sourceGameId": ""} == {
        "name": "Kingdomino",
        "sourceGameId": "",
        "bggId": 204583,
        "highestWins": True,
        "noPoints": False,
    }
    assert play(PLAYED)["playDate"] == "2026-11-21 20:30:00"


def test_the_players_come_by_place_with_their_points_and_the_winner() -> None:
    players = play(PLAYED)["players"]

    assert [(one["name"], one["score"], one["rank"], one["winner"]) for one in players] == [
        ("Chloé", 3, 1, True),
        ("Ana & Co?", 1, 2, False),
    ]
    assert [(one["name"], one["score"], one["winner"]) for one in play(OF_KINGDOMS)["players"]] == [
        ("Ana", 68, True),
        ("Ben", 50, False),
    ]


def test_a_game_of_four_with_the_longest_names_fits_into_a_code() -> None:
    kingdom, long = Kingdom.parse("C w1"), "É" * (LONGEST_NAME - 1)
    players = [Played(f"{long}{at}", castle, kingdom) for at, castle in enumerate(BASE_GAME)]
    address = bg_stats_link(Game(1, EVENING, USUAL_RULES, tuple(players)))

    assert (len(address) <= MOST_IN_ONE) == bool(qr_code(address, "for BG Stats"))
    assert 'alt="for BG Stats"' in qr_code(bg_stats_link(PLAYED), "for BG Stats")
