"""The words people type for terrains."""

import pytest

from scoring import CodeError, Terrain
from scoring.terrain_names import names_of, terrain_named


@pytest.mark.parametrize(
    ("word", "terrain"),
    [
        ("wheat", Terrain.WHEAT),
        ("field", Terrain.WHEAT),
        ("sea", Terrain.LAKE),
        ("water", Terrain.LAKE),
        ("meadow", Terrain.GRASSLAND),
        ("pasture", Terrain.GRASSLAND),
        ("garden", Terrain.GRASSLAND),
        ("mountain", Terrain.MINE),
        ("village", Terrain.SWAMP),
        ("champ de blé", Terrain.WHEAT),
        ("forêt", Terrain.FOREST),
        ("Prairies", Terrain.GRASSLAND),
        ("marais", Terrain.SWAMP),
        ("Weizenfelder", Terrain.WHEAT),
        ("See", Terrain.LAKE),
        ("Wiesen", Terrain.GRASSLAND),
        ("Gebirge", Terrain.MINE),
        ("Sümpfe", Terrain.SWAMP),
        ("bosque", Terrain.FOREST),
        ("montañas", Terrain.MINE),
    ],
)
def test_rulebook_words_name_a_terrain(word: str, terrain: Terrain) -> None:
    assert terrain_named(word) is terrain


@pytest.mark.parametrize("word", ["  WHEAT ", "Wheat", "wheats"])
def test_capitals_blanks_and_plurals_do_not_matter(word: str) -> None:
    assert terrain_named(word) is Terrain.WHEAT


def test_every_listed_word_means_its_own_terrain() -> None:
    for terrain in Terrain:
        assert names_of(terrain)[0] == terrain.value
        for name in names_of(terrain):
            assert terrain_named(name) is terrain


@pytest.mark.parametrize("word", ["", "desert", "s", "castle", "x" * 10_000])
def test_other_words_are_refused_with_the_ones_there_are(word: str) -> None:
    with pytest.raises(CodeError, match="wheat, forest, lake, grassland, swamp, mine"):
        terrain_named(word)
