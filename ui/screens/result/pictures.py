"""The pictures of a game for a chat: who won, and everybody's board with its sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from babel.dates import format_date

from scoring import Standing, Terrain
from scoring.expansions.limits import pieces_in_play
from scoring.race import race
from ui.components.finale import headline
from ui.components.race_clip import race_clip
from ui.drawing.clip_pictures import Leg, leg_picture, stage_picture
from ui.drawing.html import points
from ui.drawing.result_picture import Shared, result_picture
from ui.drawing.result_text import sum_lines
from ui.drawing.tiles import badge
from ui.drawing.winner_picture import TablePhoto, Told, winner_picture
from ui.i18n.translate import _, language, translated
from ui.photos.shown import address
from ui.screens.result.finale import dynasty_said, heading
from ui.table.checking import winner_is_certain
from ui.table.dealing import shown_together
from ui.table.finished import Game, dynasty_standings
from ui.table.source import Picture, Source
from ui.table.table import Table
from ui.table.trust import reservation

Pictures = tuple[tuple[str, str], ...]  # the name of a file, and the SVG


def pictures_of_table(table: Table, ranked: Sequence[Standing]) -> Pictures:
    """Those of the game under way, which may still lack kingdoms, best first."""
    game = table.game(datetime.now(UTC))
    if not isinstance(game, Game):
        return ()
    said = heading(table, [one.player for one in ranked if one.place == 1])
    told = _told(game, said, is_won=winner_is_certain(table))
    return _pictures(game, replace(told, more=_dynasty_lines(table.dynasty_games)), _photo(table))


def pictures_of_game(game: Game, read: Mapping[str, Source]) -> Pictures:
    """Those of one of the games so far, with what its boards were ``read`` from, by their players' names."""
    return _pictures(game, _told(game, headline(game.winners), is_won=True), _table_photo(shown_together(read.items())))


def offer_clip(table: Table) -> None:
    """The button for a clip of the race at a table, once somebody has won for certain."""
    game = table.game(datetime.now(UTC))
    if isinstance(game, Game) and winner_is_certain(table):
        _offer_clip(game, _dynasty_lines(table.dynasty_games), _photo(table))


def offer_clip_of_game(game: Game, read: Mapping[str, Source]) -> None:
    """The button for a clip of one of the games so far, with what its boards were ``read`` from."""
    _offer_clip(game, (), _table_photo(shown_together(read.items())))


def _offer_clip(game: Game, more: tuple[str, ...], photo: TablePhoto | None) -> None:
    """The clip over the photo of the table, or over the kingdoms drawn; nobody races alone."""
    if len(game.players) == 1:
        return
    players, told = _players(game), replace(_told(game, headline(game.winners), is_won=True), more=more)
    asked = replace(told, headline=_("Who wins?"), why="", more=())
    run, legs = race([one.name for one in game.players], game.standings), []
    for one in run.legs:
        words, icon = translated(one.source.words), badge(one.source) if isinstance(one.source, Terrain) else ""
        leg = Leg(words[:1].upper() + words[1:], icon, dict(zip(run.players, one.totals, strict=True)))
        legs.append(leg_picture(leg, asked, players))
    race_clip(stage_picture(asked, players, photo), legs, winner_picture(told, players, photo))


def _pictures(game: Game, told: Told, photo: TablePhoto | None) -> Pictures:
    players = _players(game)
    return (
        ("crownsight.png", winner_picture(told, players, photo)),
        ("crownsight-boards.png", result_picture(told.headline, players)),
    )


def _told(game: Game, said: str, *, is_won: bool) -> Told:
    """What is said of a game: the points of the winner, what decided it once somebody has won, and the day."""
    ranked = game.standings
    decided = race([one.name for one in game.players], ranked).decided_by if is_won else None
    why = " · ".join([points(ranked[0].sheet.total), *([translated(decided)] if decided else [])])
    return Told(said, why, (), format_date(game.played.astimezone(), "long", locale=language()), is_won)


def _dynasty_lines(games: Sequence[Game]) -> tuple[str, ...]:
    """How the Dynasty of these games stands, and everybody's points in it; nothing where none is played."""
    standings = dynasty_standings(games)
    if not standings:
        return ()
    return dynasty_said(games, standings), " · ".join(f"{one.player} {one.total}" for one in standings)


def _photo(table: Table) -> TablePhoto | None:
    """The photo of several kingdoms of a table, with their corners in its pixels."""
    boards = ((seat.name, seat.board) for seat in table.seats if seat.board)
    return _table_photo(shown_together((name, board.source) for name, board in boards if board.source))


def _table_photo(shown: tuple[Picture, list[tuple[str, Source]]] | None) -> TablePhoto | None:
    """The photo of those who are shown together."""
    if shown is None:
        return None
    picture, there = shown
    corners = {
        name: tuple((x / picture.scale, y / picture.scale) for x, y in source.reading.corners) for name, source in there
    }
    return TablePhoto(address(picture.jpeg), picture.width, picture.height, corners)


def _players(game: Game) -> list[Shared]:
    played, shared = {one.name: one for one in game.players}, []
    for standing in game.standings:
        one = played[standing.player]
        unsure = reservation(one.state)
        shared.append(
            Shared(
                standing.player,
                standing.place,
                one.kingdom,
                standing.sheet,
                sum_lines(standing.sheet),
                pieces_in_play(game.rules.box, one.kingdom, one.pieces),
                one.colour.value,
                translated(unsure) if unsure else "",
            )
        )
    return shared
