"""The words that rulebooks and players use for the terrains, in English, French, German and Spanish."""

from __future__ import annotations

import unicodedata

from scoring.kingdom import CodeError
from scoring.terrain import Terrain

# The first of each row is our own name. The English ones are the synonyms of the rulebooks' printings
# (one translation calls the swamp a village); the others are those of the French, German and Spanish games.
_WORDS = {
    Terrain.WHEAT: """
        wheat, wheat field, field, cornfield, corn
        champ, champ de blé, champ cultivé, blé
        weizen, weizenfeld, feld, getreide, getreidefeld, kornfeld, acker
        trigo, campo, campo de trigo
    """,
    Terrain.FOREST: """
        forest, wood
        forêt, bois
        wald
        bosque
    """,
    Terrain.LAKE: """
        lake, water, sea
        lac, eau, mer
        see, wasser, meer, gewässer
        lago, agua, mar
    """,
    Terrain.GRASSLAND: """
        grassland, grass, meadow, pasture, garden, grazing land
        prairie, pré, pâturage, plaine
        wiese, weide, weideland, grasland
        prado, pradera, pasto, pastizal
    """,
    Terrain.SWAMP: """
        swamp, marsh, bog, village
        marais, marécage, tourbière
        sumpf, moor
        pantano, ciénaga, marisma
    """,
    Terrain.MINE: """
        mine, mountain, quarry
        montagne, carrière
        berg, gebirge, bergwerk, mine
        mina, montaña
    """,
}


def terrain_named(text: str) -> Terrain:
    """The terrain that a word of the rulebooks means, one or many, with or without capitals and accents.

    Raises CodeError for any other word.
    """
    word = _plain(text[:_LONGEST])
    for ending in ("", *_PLURALS):
        singular = word.removesuffix(ending)
        if singular in _TERRAINS:
            return _TERRAINS[singular]
    names = ", ".join(terrain.value for terrain in Terrain)
    raise CodeError(f"{text[:_LONGEST]!r} is no terrain; say one of {names}")


def names_of(terrain: Terrain) -> tuple[str, ...]:
    """Every word for a terrain, our own first."""
    words = [word.strip() for line in _WORDS[terrain].split("\n") for word in line.split(",")]
    return tuple(dict.fromkeys(word for word in words if word))


def _plain(text: str) -> str:
    """Lower case, without accents, single blanks: ``Champ de  blé`` is ``champ de ble``."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


_PLURALS = ("s", "es", "n", "en", "e", "er")
_LONGEST = 40  # letters of a word that are looked at
_TERRAINS = {_plain(word): terrain for terrain in Terrain for word in names_of(terrain)}
