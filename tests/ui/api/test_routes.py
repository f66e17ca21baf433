"""The documentation of the routes names all of them and matches their answers."""

from __future__ import annotations

import json
import re

import pytest

from scoring import Kingdom
from tests.project import ROOT
from tests.ui.api.phones import ServedTables
from tests.ui.factories import ANA_AND_BEN, KINGDOMS, game_of
from tests.ui.sockets import get_answer
from ui.api import routes
from ui.api.command_endpoint import COMMANDS
from ui.api.uploads import upload_view
from ui.photos.upload_registry import TAKEN, UploadProgress
from ui.table.board import Board
from ui.table.serialization import CONVERTER, dumps
from ui.table.table import Table

PAGE = (ROOT / "ui" / "api" / "README.md").read_text(encoding="utf-8")
BLOCKS = [json.loads(block) for block in re.findall(r"```json\n(.+?)\n```", PAGE, re.DOTALL)]
UPDATE, EDIT, TOLD_BOARD, EPOCH_EDIT, TOLD_PHOTO = BLOCKS


def test_the_page_names_every_route() -> None:
    told = set(re.findall(r"^\| `([A-Z]+) ([^?`]+)", PAGE, re.MULTILINE))
    there = {(method, route.path.replace(":int", "")) for route in routes()[:-1] for method in (route.methods or ())}

    assert told == {(method, path) for method, path in there if method != "HEAD"}


def test_the_page_names_every_command() -> None:
    rows = re.findall(r"^\| `([a-z ]+)` \| (.+?) \|", PAGE, re.MULTILINE)

    assert {do: set(re.findall("`(\\w+)`", told)) for do, told in rows} == {
        do: set(CONVERTER.get_keys(command.arguments).values()) for do, command in COMMANDS.items()
    }


def test_update_and_edit_answer_match_the_page(served: ServedTables) -> None:
    mine = Board(Kingdom.parse("...../.m.../..C../...../....."), by_hand=True)
    laid = ANA_AND_BEN.with_new_board(1, mine)
    kept = served.opens_a_table(laid)

    address = f"/api/tables/{kept.key}/updates?seat=1"
    assert served.asks(address).said["page"] == UPDATE["page"]
    assert served.does(kept, **EDIT).said == TOLD_BOARD
    assert served.asks(f"{address}&version=1").said == UPDATE | {"board": TOLD_BOARD["board"]}
    assert served.asks(f"{address}&version=2").status == 204


def test_an_edit_of_kingdoms_is_taken_as_the_page_has_it(served: ServedTables) -> None:
    kept = served.opens_a_table(Table(knizia=KINGDOMS))

    told = served.does(kept, **EPOCH_EDIT).said
    assert (told["version"], told["board"]["code"].split("/")[0]) == (2, "r2 . . . . .")
    assert str(game_of(served.table(kept)).epochs[0].board).startswith("r2 . ")


def test_photo_progress_matches_the_page() -> None:
    assert json.loads(dumps(upload_view(UploadProgress(TOLD_PHOTO["key"], TAKEN)))) == TOLD_PHOTO


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_unknown_address_is_refused_as_json(address: str, method: str) -> None:
    answer = get_answer(address, "/api/nowhere/at/all?l=de", method=method)

    assert (answer.status, answer.headers["Content-Type"]) == (404, "application/json")
    assert json.loads(answer.content) == {"error": "Unter dieser Adresse gibt es nichts."}
