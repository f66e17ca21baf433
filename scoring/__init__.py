"""The rules of Kingdomino: what a kingdom scores, who won, and whether it could have been built.

Values are frozen, positions are (row, column) from 0 at the top left, and nothing here reads files,
clocks or chance. Source of every rule: the rulebooks of both editions.
"""

from scoring.dominoes import DOMINOES, Domino
from scoring.kingdom import CodeError, Kingdom, Position
from scoring.legality import PlacedDomino, Problem, build_order, problems, usual_grid
from scoring.rules import EDITIONS, USUAL_RULES, Edition, Rules, RulesError, Setup, setup
from scoring.scoresheet import Bonus, ScoreSheet, score
from scoring.standings import DynastyStanding, Standing, dynasty, rank
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from scoring.territories import Territory, territories

__all__ = [
    "CASTLE",
    "DOMINOES",
    "EDITIONS",
    "EMPTY",
    "USUAL_RULES",
    "Bonus",
    "CodeError",
    "Domino",
    "DynastyStanding",
    "Edition",
    "Kingdom",
    "PlacedDomino",
    "Position",
    "Problem",
    "Rules",
    "RulesError",
    "ScoreSheet",
    "Setup",
    "Square",
    "Standing",
    "Terrain",
    "Territory",
    "build_order",
    "dynasty",
    "problems",
    "rank",
    "score",
    "setup",
    "territories",
    "usual_grid",
]
