"""The table: players, boxes and kingdoms as frozen values; every change returns a new table."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from scoring import (
    BASE,
    DEFAULT_RULES,
    DYNASTY_GAMES,
    Box,
    Position,
    Quest,
    Rules,
    ScoreSheet,
    Standing,
    Title,
    default_grid,
    rank,
)
from scoring.boxes import Printing
from scoring.castle import Castle
from scoring.impact import order_by_impact
from scoring.knizia.checks import MIN_PLAYERS
from scoring.message import CrownsightError, message
from ui.table.board import Board, make_blank_board, refit_board
from ui.table.completed_games import Game, ImportedGame, PlayerBoard, score_board
from ui.table.knizia import Game as KniziaGame
from ui.table.knizia import KniziaResult
from ui.table.names import colour_name, plain_name

ALONE = {Title.KINGDOMINO, Title.QUEENDOMINO}  # boxes that can be played without another
QUESTS_DRAWN = 2  # tiles that apply to all players (rulebook of Age of Giants)


def set_boxes(rules: Rules, titles: Collection[Title]) -> Rules:
    """Set the boxes on the table; quests come and go with Age of Giants, and one game remains playable.

    With its quests, Harmony and Middle Kingdom are two of them.
    """
    chosen = Box(frozenset(titles))
    box = chosen if chosen.titles & ALONE else chosen + BASE
    if Title.GIANTS not in box:
        return replace(rules, box=box, quests=())
    switched = {Quest.HARMONY: rules.harmony, Quest.MIDDLE_KINGDOM: rules.middle_kingdom}
    return set_quests(replace(rules, box=box), {*rules.quests, *(quest for quest, on in switched.items() if on)})


def reset_for_next_session(rules: Rules) -> Rules:
    """Return the rules of a new table: the same boxes, quests not drawn, the default grid.

    A photo of a larger kingdom brings its own grid.
    """
    return replace(rules, quests=(), grid=Rules().grid)


def set_quests(rules: Rules, quests: Collection[Quest]) -> Rules:
    """Set the quests, in the order of the box; Harmony and Middle Kingdom count among them."""
    chosen = tuple(quest for quest in Quest if quest in quests)
    if not chosen:
        return replace(rules, quests=())
    return replace(rules, quests=chosen, harmony=False, middle_kingdom=False)


@dataclass(frozen=True)
class Tiles:
    """The edition of a table's tiles.

    Attributes:
        seen: The printing that the photos showed; None if they did not agree.
        chosen: The printing that a player chose.
        taught: Number of an edition that was taught on the host's phone.
        answered: A player has decided how to go on with unknown tiles.
    """

    seen: Printing | None = None
    chosen: Printing | None = None
    taught: int | None = None
    answered: bool = False

    @property
    def printing(self) -> Printing | None:
        """The printing on the table, if known; None for a taught edition."""
        return None if self.taught else self.chosen or self.seen

    @property
    def are_strange(self) -> bool:
        """True for unknown tiles until a player has decided how to go on."""
        return self.printing is Printing.OTHER and not self.answered

    def with_choice(self, chosen: Printing | None = None, taught: int | None = None) -> Tiles:
        """Return these tiles with the edition that a player chose; without a choice photos decide."""
        return replace(self, chosen=chosen, taught=taught)


UNKNOWN_TILES = Tiles()
"""What is known of the tiles before the first photo."""


CompletedGame = Game | KniziaResult | ImportedGame
"""A game that is over, of Kingdomino or of Kingdoms."""


class TableError(CrownsightError):
    """A refused change of a table; the message gives the reason and what to do."""


@dataclass(frozen=True)
class Seat:
    """One player: name, castle colour, and the board."""

    number: int
    name: str
    colour: Castle
    board: Board | None = None
    earlier: Board | None = None  # the board that ``board`` replaced
    named: bool = True  # False while the player is called by the castle's colour


@dataclass(frozen=True)
class Table:
    """The players round one table, their rules, and the games they have finished.

    Attributes:
        knizia: The current game of a table that plays Kingdoms, without seats and boards; None for Kingdomino.
        dynasty_from: Number of the first game of the current Dynasty; None for single games.
        recorded: Number of the current game among ``games``; None until its result was shown.
        begun_by: The seat that started the current game, if known.
    """

    seats: tuple[Seat, ...] = ()
    rules: Rules = DEFAULT_RULES
    numbered: int = 0  # seats and boards so far; numbers are never used twice
    games: tuple[CompletedGame, ...] = ()
    dynasty_from: int | None = None
    recorded: int | None = None
    hide_scores: bool = False  # until every kingdom is checked
    keep_photos: bool = False
    tiles: Tiles = UNKNOWN_TILES
    knizia: KniziaGame | None = None
    begun_by: int | None = None

    def seat(self, number: int) -> Seat | None:
        """Return the seat with that number, None if it has left."""
        return next((seat for seat in self.seats if seat.number == number), None)

    @property
    def names(self) -> dict[int, str]:
        """The names of those at the table, by the number of their seat."""
        if self.knizia:
            return {player.seat: player.name for player in self.knizia.players}
        return {seat.number: seat.name for seat in self.seats}

    @property
    def can_spare_a_player(self) -> bool:
        """True if enough players would stay for a game if one left."""
        return self.knizia is None or len(self.knizia.players) > MIN_PLAYERS

    @property
    def free_colours(self) -> tuple[Castle, ...]:
        """The castles without a player."""
        taken = {seat.colour for seat in self.seats}
        return tuple(colour for colour in self.rules.box.castles if colour not in taken)

    @property
    def is_full(self) -> bool:
        """True if no more players fit into the boxes on the table."""
        return len(self.seats) >= self.rules.box.max_players

    @property
    def game_number(self) -> int:
        """The number of the game under way: that of its record, else one more than the last that was finished."""
        return self.next_number if self.recorded is None else self.recorded

    @property
    def next_number(self) -> int:
        """A number that no game of the table has yet."""
        return max((game.number for game in self.games), default=0) + 1

    @property
    def dynasty_games(self) -> tuple[Game, ...]:
        """The finished games of the Dynasty under way, three at most; empty where games stand alone."""
        if self.dynasty_from is None:
            return ()
        played = [game for game in self.games if isinstance(game, Game)]
        return tuple(game for game in played if game.dynasty == self.dynasty_from)[:DYNASTY_GAMES]

    @property
    def shows_scores(self) -> bool:
        """True if scores may be seen: always, or once every kingdom is there and checked."""
        return not self.hide_scores or all(seat.board is not None and seat.board.confirmed for seat in self.seats)

    def with_player(self, name: str, colour: Castle) -> Table:
        if self.is_full:
            raise TableError(message("The table is full: {number} play.", number=len(self.seats)))
        if colour not in self.free_colours:
            taken = message("The {colour} castle is taken. Choose another colour.", colour=colour.label)
            raise TableError(taken)
        typed = plain_name(name)
        name = typed or colour_name(colour)
        if name.casefold() in {seat.name.casefold() for seat in self.seats}:
            raise TableError(message("{name} is already at the table. Choose another name.", name=name))
        seat = Seat(self.numbered + 1, name, colour, named=bool(typed))
        return replace(self, seats=(*self.seats, seat), numbered=seat.number)

    def with_seat_taken(self, number: int, name: str) -> Table:
        """Name the player of a seat; a player who already has that name gets the other one in exchange."""
        seat = self.seat(number)
        if seat is None:
            return self
        other = next((one for one in self.seats if one.name.casefold() == name.casefold()), None)
        former = seat.name if seat.named else ""
        table = self._with_seat(number, name=name or colour_name(seat.colour), named=bool(name))
        if other is None or other is seat:
            return table
        return table._with_seat(other.number, name=former or colour_name(other.colour), named=bool(former))

    def with_colour(self, seat: int, colour: Castle) -> Table:
        """Give a player another castle; a player who has it already gets the other one in exchange."""
        player = self.seat(seat)
        other = next((one for one in self.seats if one.colour is colour), None)
        if player is None or player is other:
            return self
        table = self._in_colour(player, colour)
        return table._in_colour(other, player.colour) if other else table

    def _in_colour(self, seat: Seat, colour: Castle) -> Table:
        return self._with_seat(seat.number, colour=colour, name=seat.name if seat.named else colour_name(colour))

    def without_player(self, seat: int) -> Table:
        """Remove a player. Raises TableError if too few would be left for a game."""
        if self.knizia is None:
            return replace(self, seats=tuple(one for one in self.seats if one.number != seat))
        try:
            return replace(self, knizia=self.knizia.without_player(seat))
        except ValueError:
            raise TableError(message("Kingdoms is for two to four players: nobody can leave now.")) from None

    def with_name(self, seat: int, name: str) -> Table:
        """Rename a player, also in the recorded games; an empty name changes nothing.

        Raises TableError for the name of another player at the table.
        """
        before, name = self.names.get(seat, ""), plain_name(name)
        if not before or name in ("", before):
            return self
        if name.casefold() in {other.casefold() for number, other in self.names.items() if number != seat}:
            raise TableError(message("{name} is already at the table. Choose another name.", name=name))
        table = replace(self, games=rename_player(self.games, before, name))
        if self.knizia:
            players = (replace(one, name=name) if one.seat == seat else one for one in self.knizia.players)
            return replace(table, knizia=self.knizia.with_players(players))
        return table._with_seat(seat, name=name, named=True)

    def with_new_board(self, number: int, board: Board) -> Table:
        """Give a player a board from a photo or by hand, and keep the replaced one as ``earlier``.

        Raises TableError where the player has left.
        """
        numbered = self.numbered + 1
        board = replace(board, number=numbered)
        seat = self.seat(number)
        if seat is None:
            raise TableError(message("This player has left the table."))
        return replace(self._with_seat(number, board=board, earlier=seat.board), numbered=numbered)

    def with_blank_board(self, colour: Castle) -> tuple[Table, int]:
        """Return the table with an empty board for the player of a castle, and the number of the seat.

        A castle without a player adds a player without a name.
        """
        table = self.with_player("", colour) if colour in self.free_colours else self
        number = next(seat.number for seat in table.seats if seat.colour is colour)
        return table.with_new_board(number, make_blank_board(table.rules.grid)), number

    def with_board(self, number: int, board: Board) -> Table:
        """Replace one player's board by a corrected or confirmed one."""
        return self._with_seat(number, board=board)

    def game(self, played: datetime) -> CompletedGame | None:
        """Return the current game as if it ended now; None while there is no board."""
        if self.knizia:
            return self.knizia.finish(self.game_number, played)
        players = tuple(
            PlayerBoard(
                seat.name,
                seat.colour,
                board.kingdom,
                board.offset,
                board.by_hand,
                board.number,
                confirmed=board.confirmed,
                doubts=board.doubts,
                pieces=board.pieces,
            )
            for seat in self.seats
            if (board := seat.board)
        )
        return Game(self.game_number, played, self.rules, players, self.dynasty_from) if players else None

    def again(self, played: datetime) -> Table:
        """Start the next game with the same players and rules, and complete the current one.

        After the third game of a Dynasty the next one begins.
        """
        finished = self.game(played) if self.recorded is None else None
        games = (*self.games, finished) if finished else self.games
        seats = tuple(replace(seat, board=None, earlier=None) for seat in self.seats)
        kingdoms = self.knizia.again() if self.knizia else None
        table = replace(self, seats=seats, knizia=kingdoms, games=games, recorded=None)
        return table.with_dynasty(begun=True) if len(table.dynasty_games) == DYNASTY_GAMES else table

    def with_dynasty(self, *, begun: bool) -> Table:
        """Start a Dynasty with the current game, or return to single games."""
        return replace(self, dynasty_from=self.game_number if begun else None)

    def _with_seat(self, number: int, **change: object) -> Table:
        seats = tuple(replace(seat, **change) if seat.number == number else seat for seat in self.seats)  # type: ignore[arg-type]
        return replace(self, seats=seats)


def sheet(table: Table, board: Board) -> ScoreSheet:
    """Score a board of the table."""
    return score_board(board.kingdom, table.rules, board.offset, board.pieces)


def order_doubts(table: Table, board: Board) -> tuple[Position, ...]:
    """Order the doubtful squares of a board of the table by the sequence of questions.

    First are squares whose alternative could change who leads, then by how many points it could change.
    """
    if not board.doubtful:
        return ()
    total = sheet(table, board).total
    others = [seat.board for seat in table.seats if seat.board and seat.board.number != board.number]
    leads = [total - sheet(table, other).total for other in others]
    return order_by_impact(board.kingdom, board.others, table.rules, leads)


def standings(table: Table) -> tuple[Standing, ...]:
    """Rank the players with a board, best first; empty if there is no board."""
    return rank({seat.name: sheet(table, seat.board) for seat in table.seats if seat.board}, table.rules)


FEWEST_KINGDOMS = 2  # below them there is no result to record
NEARLY_FULL = 20  # squares of a photographed 5 x 5 kingdom that is surely finished, and needs no larger grid


def is_complete(table: Table) -> bool:
    """Return whether the current game can be scored: every kingdom is there, or every epoch is checked."""
    if table.knizia:
        return table.knizia.is_over
    laid = [seat.board is not None for seat in table.seats]
    return all(laid) and len(laid) >= FEWEST_KINGDOMS


def add_record(table: Table, seen: datetime) -> Table:
    """Record a complete game whose result was shown."""
    game = table.game(seen) if table.recorded is None and is_complete(table) else None
    return replace(table, games=(*table.games, game), recorded=game.number) if game else table


def correct_record(table: Table) -> Table:
    """Update the record of the current game to its present boards.

    A record stays as it was where fewer than two kingdoms are left.
    """
    record = next((game for game in table.games if game.number == table.recorded), None)
    now = table.game(record.played) if record else None
    if now is None or now == record or (isinstance(now, Game) and len(now.players) < FEWEST_KINGDOMS):
        return table
    return replace(table, games=tuple(now if game is record else game for game in table.games))


def rename_player(games: Iterable[CompletedGame], before: str, after: str) -> tuple[CompletedGame, ...]:
    """Rename a player in games; a game in which another player has the new name stays unchanged."""
    old, new = before.casefold(), after.casefold()

    def rename(game: CompletedGame) -> CompletedGame:
        names = [player.name.casefold() for player in game.players]
        if old not in names or (new != old and new in names):
            return game
        players: Any = tuple(replace(one, name=after) if one.name.casefold() == old else one for one in game.players)
        return replace(game, players=players)

    return tuple(map(rename, games))


def refuse_overreach(before: Table, after: Table, *, added: int | None) -> None:
    """Raise TableError if a guest's change takes what belongs to others.

    A guest may correct every board, since people help each other, and leave with the player that it ``added``;
    removing other players, deciding whether photos are kept, choosing another game and bringing games from a file is up
    to the host. A guest finishes one game at a time, and undoes only the last.
    """
    gone = before.names.keys() - after.names.keys()
    if gone - {added}:
        raise TableError(message("Only the phone that opened the table can remove another player."))
    if before.keep_photos != after.keep_photos:
        raise TableError(message("Only the phone that opened the table can decide whether photos are kept."))
    if (before.knizia is None) != (after.knizia is None):
        raise TableError(message("Only the phone that opened the table can choose its game."))
    if len(after.games) > len(before.games) + 1:
        raise TableError(message("Only the phone that opened the table can bring games from a file."))
    if {game.number for game in before.games[:-1]} - {game.number for game in after.games}:
        raise TableError(message("Only the phone that opened the table can drop games that are over."))


def suggest_grid(table: Table, board: Board) -> int | None:
    """Return the grid that a kingdom implies, if it differs from the rules; else None.

    That is 7 where it is too large for 5, and 5 where it is nearly full there and every other kingdom fits, too.
    """
    usual = default_grid(board.kingdom)
    if usual == table.rules.grid:
        return None
    if usual > table.rules.grid:
        return usual
    fits = all(default_grid(seat.board.kingdom) == usual for seat in table.seats if seat.board)
    return usual if fits and not board.by_hand and board.kingdom.tile_count >= NEARLY_FULL else None


def set_grid(table: Table, grid: int) -> Table:
    """Change the grid and refit every kingdom that fits."""
    changed = replace(table, rules=replace(table.rules, grid=grid))
    for seat in table.seats:
        fitted = refit_board(seat.board, grid) if seat.board else None
        if fitted and fitted != seat.board:
            changed = changed.with_new_board(seat.number, fitted)
    return changed
