"""An independent scoring of quests, characters and buildings, square by square."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache

from scoring import Building, Character, Kingdom, Pieces, Position, Square, Terrain
from scoring.pieces import Figure

Land = dict[Position, Square]
STEPS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def land_of(kingdom: Kingdom) -> Land:
    return {(r, c): kingdom.rows[r][c] for r in range(len(kingdom.rows)) for c in range(len(kingdom.rows[0]))}


def crowns_of(kingdom: Kingdom, pieces: Pieces) -> dict[Position, int]:
    giants, buildings = dict(pieces.giants), dict(pieces.buildings)
    found = {}
    for at, square in land_of(kingdom).items():
        standing = buildings[at].crowns if at in buildings else 0
        left = square.crowns + standing - giants.get(at, 0)
        found[at] = left if left > 0 else 0
    return found


@lru_cache(maxsize=4)
def regions(kingdom: Kingdom) -> list[tuple[Terrain, set[Position]]]:
    land = {at: square.terrain for at, square in land_of(kingdom).items() if square.terrain is not None}
    label = {at: number for number, at in enumerate(land)}
    for _ in land:
        for r, c in land:
            for near in ((r + 1, c), (r, c + 1)):
                if near in land and land[near] is land[r, c]:
                    label[r, c] = label[near] = min(label[r, c], label[near])
    return [
        (next(land[at] for at in land if label[at] == one), {at for at in land if label[at] == one})
        for one in sorted(set(label.values()))
    ]


def ring(at: Position) -> list[Position]:
    return [(at[0] + r, at[1] + c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def quest_points(name: str, kingdom: Kingdom, pieces: Pieces, size: int) -> int:
    """Score a quest in a kingdom that is written with its whole grid."""
    land, crowns = land_of(kingdom), crowns_of(kingdom, pieces)
    corners = [(0, 0), (0, size - 1), (size - 1, 0), (size - 1, size - 1)]
    kind, _, terrain = name.partition(":")
    castle = [at for at in land if land[at].is_castle]
    if kind == "harmony":
        return 5 * all(not square.is_empty for square in land.values())
    if kind == "middle_kingdom":
        return 10 * (castle == [(size // 2, size // 2)])
    if kind == "lost_corner":
        return 20 * any(at in corners for at in castle)
    if kind == "four_corners":
        return sum(5 for at in corners if land[at].terrain is Terrain(terrain))
    if kind == "local_business":
        return sum(5 for at in castle for near in ring(at) if near in land and land[near].terrain is Terrain(terrain))
    if kind == "bleak_king":
        plain = {Terrain.WHEAT, Terrain.FOREST, Terrain.LAKE, Terrain.GRASSLAND}
        return sum(
            10 for t, at in regions(kingdom) if t in plain and len(at) > 4 and not any(crowns[one] for one in at)
        )
    return 10 * runs(crowns, size)


def runs(crowns: dict[Position, int], size: int) -> int:
    """Count the lines of crowns: each straight run of n crowned squares has (n - 1) // 2."""
    lines = 0
    for down, right in STEPS:
        starts = {at for at in crowns if (at[0] - down, at[1] - right) not in crowns}
        for at in starts:
            run = 0
            for step in range(size + 1):
                here = at[0] + step * down, at[1] + step * right
                if crowns.get(here, 0):
                    run += 1
                else:
                    lines += max(0, (run - 1) // 2)
                    run = 0
    return lines


def character_points(at: Position, who: str, kingdom: Kingdom, pieces: Pieces) -> int:
    land, others = land_of(kingdom), dict(pieces.characters)
    crowns = crowns_of(kingdom, Pieces(buildings=pieces.buildings))  # those under giants too
    near = [one for one in ring(at) if one in land]
    tokens = [land[one].terrain for one in near if one in pieces.tokens]
    goods = {"farmer": "wheat", "lumberjack": "forest", "fisherman": "lake", "shepherdess": "grassland"}
    if who in goods:
        return 3 + 3 * tokens.count(Terrain(goods[who]))
    fighters = ("axe_warrior", "sword_warrior", "light_archer", "heavy_archer", "captain")
    return {
        "merchant": 2 + 2 * len(tokens),
        "axe_warrior": 3,
        "sword_warrior": 3,
        "light_archer": 4,
        "heavy_archer": 4,
        "captain": 1 + 3 * sum(others[one].value in fighters for one in near if one in others),
        "king": sum(crowns[one] for one in near),
        "queen": 2 + 2 * sum(one in others for one in near),
    }[who]


def building_points(building: Building, kingdom: Kingdom, pieces: Pieces) -> int:
    counts = Counter(terrain.value for terrain, _ in regions(kingdom))
    counts.update({"tower": pieces.towers, "knight": pieces.knights})
    return building.points + (building.each * counts[building.per.value] if building.per else 0)


def total(kingdom: Kingdom, pieces: Pieces, quests: list[str], size: int) -> int:
    """Sum all points of a player."""
    crowns, found = crowns_of(kingdom, pieces), regions(kingdom)
    return (
        sum(len(at) * sum(crowns[one] for one in at) for _, at in found)
        + sum(quest_points(quest, kingdom, pieces, size) for quest in quests)
        + sum(character_points(at, who.value, kingdom, pieces) for at, who in pieces.characters)
        + sum(building_points(building, kingdom, pieces) for _, building in pieces.buildings)
        + pieces.coins // 3
        + (max((len(at) for _, at in found), default=0) if pieces.queen else 0)
    )


SQUARES = [
    *(Square(terrain, crowns) for terrain in list(Terrain)[:6] for crowns in (0, 0, 0, 1, 1, 2)),
    Square(Terrain.MINE, 3),
    *[Square(Terrain.TOWN)] * 5,
]


def any_kingdom(chance: random.Random, size: int) -> Kingdom:
    """Draw a whole grid of random squares, some alike side by side, with gaps and one castle."""
    few = chance.sample(SQUARES, chance.randint(3, 12))
    gaps = chance.choice([0, 0, 0.1, 0.3])
    rows = [[Square() if chance.random() < gaps else chance.choice(few) for _ in range(size)] for _ in range(size)]
    rows[chance.randrange(size)][chance.randrange(size)] = Square(is_castle=True)
    return Kingdom(tuple(tuple(row) for row in rows))


def any_pieces(chance: random.Random, kingdom: Kingdom) -> Pieces:
    """Random pieces of all boxes, each where it may stand."""
    land = [(at, square) for at, square in kingdom.squares() if square.terrain]
    crowned = [at for at, square in land if square.crowns]
    bare = [at for at, square in land if not square.crowns]
    chance.shuffle(bare)
    goods = list(Terrain)[:4]
    characters = chance.sample(list(Character), min(len(bare), chance.randint(0, 12)))
    standing = bare[: len(characters)]
    rest = bare[len(characters) :]
    built = rest[: chance.randint(0, 6)]
    kinds = [
        Building(crowns=1),
        Building(crowns=2),
        Building(points=5),
        *(Building(each=2, per=terrain) for terrain in Terrain),
        *(Building(each=1, per=figure) for figure in Figure),
    ]
    return Pieces(
        giants=tuple((at, 1) for at in sorted(chance.sample(crowned, min(len(crowned), chance.randint(0, 6))))),
        tokens=frozenset(at for at in rest[len(built) :] if kingdom[at].terrain in goods and chance.random() < 0.7),
        characters=tuple(zip(standing, characters, strict=True)),
        buildings=tuple((at, chance.choice(kinds)) for at in built),
        coins=chance.randint(0, 30),
        towers=chance.randint(0, 5),
        knights=chance.randint(0, 6),
        queen=chance.random() < 0.3,
    )
