"""Sentences are plain English that remembers how it was made."""

from __future__ import annotations

import copy

from scoring import Kingdom, problems
from scoring.sentence import Sentence, either, listed, said, said_of


def test_a_sentence_is_its_english_text() -> None:
    assert said("{size} is larger than {grid}", size="6x5", grid="5x5") == "6x5 is larger than 5x5"


def test_one_and_several_have_words_of_their_own() -> None:
    assert [said_of(n, "{number} square", "{number} squares") for n in (0, 1, 2)] == [
        "0 squares",
        "1 square",
        "2 squares",
    ]


def test_a_sentence_keeps_its_pattern_and_the_sentences_in_it() -> None:
    inner = said("wheat")
    sentence = said("No {terrain} here", terrain=inner)

    assert sentence.pattern == "No {terrain} here"
    assert sentence.parts["terrain"] is inner


def test_braces_in_a_name_stay_as_they_are() -> None:
    assert said("{player} wins", player="{0} {player}") == "{0} {player} wins"


def test_things_are_listed_as_in_speech() -> None:
    assert (listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])) == ("a", "a and b", "a, b and c")
    assert either(["13", "20"]) == "13 or 20"


def test_a_copy_is_a_sentence_too() -> None:
    other = copy.deepcopy(said_of(2, "{number} square", "{number} squares"))

    assert isinstance(other, Sentence)
    assert (str(other), other.pattern, other.number) == ("2 squares", "{number} square", 2)


def test_every_problem_of_a_kingdom_can_be_translated() -> None:
    found = problems(Kingdom.parse("g3 w w w w w/w . . . . m/C . . l l f"))

    assert found
    assert all(isinstance(problem.text, Sentence) for problem in found)
