"""The rules of Kingdomino: what a kingdom scores, who won, and whether it could have been built.

Values are frozen, positions are (row, column) from 0 at the top left, and nothing here reads files,
clocks or chance. Source of every rule: the rulebooks of both editions.
"""

from scoring.box import Claim, Conflict, Discard, conflicts, discards
from scoring.dominoes import DOMINOES, Domino
from scoring.frame import framed, place_of, places, usual_place
from scoring.handcount import Slip, explain_terrains, explain_total
from scoring.kingdom import CodeError, Kingdom, Position, place_name
from scoring.legality import PlacedDomino, Rule, build_order, problems, usual_grid
from scoring.nearest import Change, nearest_legal
from scoring.placements import is_legal_placement, legal_placements, open_ground, with_domino
from scoring.problem import Problem
from scoring.rules import GRIDS, USUAL_RULES, Edition, GameSetup, Measure, Rules, RulesError, game_setup
from scoring.scoresheet import Bonus, BonusScore, ScoreSheet, score
from scoring.standings import DynastyStanding, Reason, Standing, dynasty, rank
from scoring.talk import Facts, facts
from scoring.terrain import CASTLE, EMPTY, Square, Terrain
from scoring.terrain_names import names_of, terrain_named
from scoring.territories import Territory, territories

__all__ = [
    "CASTLE",
    "DOMINOES",
    "EMPTY",
    "GRIDS",
    "USUAL_RULES",
    "Bonus",
    "BonusScore",
    "Change",
    "Claim",
    "CodeError",
    "Conflict",
    "Discard",
    "Domino",
    "DynastyStanding",
    "Edition",
    "Facts",
    "GameSetup",
    "Kingdom",
    "Measure",
    "PlacedDomino",
    "Position",
    "Problem",
    "Reason",
    "Rule",
    "Rules",
    "RulesError",
    "ScoreSheet",
    "Slip",
    "Square",
    "Standing",
    "Terrain",
    "Territory",
    "build_order",
    "conflicts",
    "discards",
    "dynasty",
    "explain_terrains",
    "explain_total",
    "facts",
    "framed",
    "game_setup",
    "is_legal_placement",
    "legal_placements",
    "names_of",
    "nearest_legal",
    "open_ground",
    "place_name",
    "place_of",
    "places",
    "problems",
    "rank",
    "score",
    "terrain_named",
    "territories",
    "usual_grid",
    "usual_place",
    "with_domino",
]
