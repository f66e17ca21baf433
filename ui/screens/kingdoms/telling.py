"""A game of Kingdoms told slowly: line by line, epoch after epoch, while everybody's gold counts up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from scoring.kingdoms import COLUMNS, GOLD_AT_THE_START, ROWS, Colour, EpochSheet, Line
from ui.components.reveal.telling import Chip, Moment, Stage, Step, Tally, Telling
from ui.drawing.kingdoms_words import called, explained, headline, signed
from ui.drawing.pieces import small_board
from ui.i18n.translate import _
from ui.table.kingdoms import Game


def telling(game: Game) -> Telling:
    """The epochs of a game one after the other, each line that pays or costs somebody; who is richest comes last."""
    sheet = game.sheet
    if sheet is None:
        return Telling("", (), (), ())
    playing = {purse.colour for purse in sheet.purses}
    colours = [colour for colour in Colour if colour in playing]  # not by place: that would tell the end first
    stages = [_stage(epoch, number, colours, game) for number, epoch in enumerate(sheet.epochs, start=1)]
    told_lines = [(at, step, line) for at, epoch in enumerate(sheet.epochs) for step, line in enumerate(_paying(epoch))]
    gains = ([line.gold(colour) for colour in colours] for _at, _step, line in told_lines)
    start = [GOLD_AT_THE_START] * len(colours)
    running = list(accumulate(gains, _added, initial=start))
    moments = [
        Moment(((at, step),), tuple(gold)) for (at, step, _line), gold in zip(told_lines, running[1:], strict=True)
    ]
    tallies = [Tally(called(colour, game), colour.value) for colour in colours]
    names = [called(colour, game) for colour in sheet.richest]
    return Telling(headline(game, names), tallies, stages, moments, tuple(start), in_turn=True)


def _stage(epoch: EpochSheet, number: int, colours: list[Colour], game: Game) -> Stage:
    """The board of an epoch, a step for each of its lines, and what it brought in all."""
    steps = tuple(_step(line, game) for line in _paying(epoch))
    brought = "\n".join(f"{called(colour, game)} {signed(epoch.total(colour))}" for colour in colours)
    return Stage(small_board(epoch.board), ROWS, COLUMNS, steps, _("Epoch {number}", number=number), brought)


def _paying(epoch: EpochSheet) -> Iterator[Line]:
    """The lines in which a castle stands."""
    return (line for line in epoch.lines if any(part.gains for part in line.parts))


def _step(line: Line, game: Game) -> Step:
    """A row or column, with what each of its parts is worth on the middle of the part."""
    paying = [part for part in line.parts if part.gains]
    squares = tuple(space for part in paying for space in part.spaces)
    chips = tuple(Chip(*part.spaces[len(part.spaces) // 2], signed(part.base)) for part in paying)
    return Step(squares, chips, "\n".join(explained(replace(line, parts=tuple(paying)), game)))


def _added(before: list[int], gains: list[int]) -> list[int]:
    return [gold + gain for gold, gain in zip(before, gains, strict=True)]
