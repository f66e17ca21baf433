"""Every sentence is translated into every language with the same parts, and terms are consistent."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import scoring
from scoring import CodeError, Kingdom, find_problems, score
from scoring.castle import Castle
from scoring.message import CrownsightError, message
from scoring.message import Message as Sentence
from tests.ui.factories import ANA_AND_BEN, with_boards
from tests.ui.phone import a_phone, holding, words
from ui.i18n import translate as translation
from ui.i18n.extract import everything, in_python, is_translated
from ui.i18n.translate import LANGUAGES, LOCALE, for_browser, in_language, join_names, translate
from ui.photos.photo_reader import read_upload
from ui.store.database import database_url
from ui.table.serialization import loads_games, loads_knizia_game
from ui.table.strict_json import FormatError
from ui.table.table import TableError
from ui.wording import describe

WORD = re.compile(r"\b[a-zA-Z]{3,}\b")
TRANSLATED = [language for language in LANGUAGES if language != "en"]
BOTH_LAID = with_boards(ANA_AND_BEN, "w1w/Cf", "m3m/Cf")


@pytest.fixture(params=TRANSLATED)
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set the reader's language to each language in turn."""
    spoken: str = request.param
    monkeypatch.setattr(translation, "language", lambda: spoken)
    return spoken


@cache
def catalogue(language: str) -> Catalog:
    with (LOCALE / f"{language}.po").open("rb") as source:
        return read_po(source, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def parts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def english_in(sentence: Sentence, language: str) -> list[str]:
    """List the patterns of a sentence that the catalogue lacks, and its untranslated parts."""
    entry = catalogue(language).get(sentence.pattern)
    found = [] if entry and is_translated(entry.string) else [sentence.pattern]
    for _, part in sentence.parts:
        found += english_in(part, language) if isinstance(part, Sentence) else WORD.findall(str(part))
    return found


def test_a_question_is_written_as_its_language_writes_one() -> None:
    french, spanish = ([one for each in messages(language) for one in forms(each.string)] for language in ("fr", "es"))

    assert [one for one in french if re.search(r"\S\?", one)] == []
    assert [one for one in spanish if one.count("?") != one.count("¿")] == []
    assert "{name} ?" in french  # one that is put together is asked in the same way


def test_catalogues_match_the_messages_of_the_code() -> None:
    """``python -m ui.i18n.extract`` brings it up to date."""
    wanted = {message for message, _ in everything()}

    assert [code for code in TRANSLATED if {message.id for message in messages(code)} != wanted] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    assert [message.id for message in messages(language) if not is_translated(message.string)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_part_of_a_message_survives_translation(language: str) -> None:
    for entry in messages(language):
        wanted = set.union(*(parts(form) for form in forms(entry.id)))
        for form in forms(entry.string):
            assert parts(form) <= wanted, form
            assert wanted - parts(form) <= {"number"}, form  # "one" may be a word


POLISH = """
msgid "{number} point"
msgid_plural "{number} points"
msgstr[0] "{number} punkt"
msgstr[1] "{number} punkty"
msgstr[2] "{number} punktów"
"""


def test_a_catalogue_is_all_that_a_language_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pl.po").write_text(POLISH, encoding="utf-8")
    monkeypatch.setattr(translation, "LOCALE", tmp_path)
    monkeypatch.setattr(translation, "language", lambda: "pl")

    assert translation.languages() == {"en": "English", "pl": "Polski"}
    assert for_browser([("{number} point", "{number} points")]) == {
        "language": "pl",
        "texts": {"{number} point": {"one": "{number} punkt", "few": "{number} punkty", "many": "{number} punktów"}},
    }


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_multiplication_sign_is_ascii_on_the_command_line(spoken: str) -> None:
    (mine,) = score(Kingdom.parse("m3m/Cm")).territories
    assert " x 3 crowns = 9" in str(mine)
    with in_language(spoken):
        assert " × 3 " in describe(mine)
        assert " x " not in describe(mine)


@pytest.mark.parametrize("call", ["_(name)", 'message(f"a {b}")', 'plural(n, "a", several)'])
def test_words_that_no_catalogue_can_have_are_refused(call: str) -> None:
    with pytest.raises(ValueError, match="cannot be translated"):
        list(in_python(call))


BREAKING_EVERY_RULE = (
    "g3 C",
    "w w",
    "C w w w w w w w",
    "C w . . ./. . . f f",
    "C m m m m/m m m m m/m m m m m",
    ". l . w l/. l w f C",
)


NAMES_OF_FIELDS = {"code", "name", "games", "players"}  # in a file, whatever the reader's language
FREE = ". . . . . ."


def parse_board(first: str) -> Callable[[], object]:
    """Return a call that parses a saved game of Kingdoms whose board has this first row."""
    board = "/".join([first, FREE, FREE, FREE, FREE])
    epochs = [{"board": board, "doubtful": []}]
    return partial(loads_knizia_game, json.dumps({"kingdoms": 1, "epochs": epochs, "players": [], "numbered": 0}))


REFUSALS: list[Callable[[], object]] = [
    lambda: BOTH_LAID.with_player("Chloé", Castle.BLUE),
    lambda: loads_games('{"crownsight": 1, "games": [{"number": 1, "played": "2026", "players": []}]}'),
    lambda: Kingdom.parse("ww/www"),
    *map(parse_board, ["/", ". . .", f"{FREE} .", "q9 . . . . ."]),
]


def test_problems_and_refusals_are_fully_translated(language: str) -> None:
    found = [problem for code in BREAKING_EVERY_RULE for problem in find_problems(Kingdom.parse(code))]
    said = [scoring.describe(problem) for problem in found]
    for refuses in REFUSALS:
        with pytest.raises((TableError, FormatError, CodeError)) as refused:
            refuses()
        # The place of a fault is named as in the file.
        said.append(refused.value.fault if isinstance(refused.value, FormatError) else refused.value.message)

    assert {word for one in said for word in english_in(one, language)} <= NAMES_OF_FIELDS
    assert all(translate(one) != str(one) for one in said)


def test_players_are_listed_as_each_language_lists_them(language: str) -> None:
    last_two = {"fr": "Ben et Chloé", "de": "Ben und Chloé", "es": "Ben y Chloé"}[language]

    assert join_names(["Ana", "Ben", "Chloé"]) == f"Ana, {last_two}"


def test_wrong_database_address_is_reported_in_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNSIGHT_DATABASE", "nonsense")
    with pytest.raises(CrownsightError):
        database_url()

    app = holding(a_phone(), language="de").run().run()

    assert "CROWNSIGHT_DATABASE ist keine Datenbankadresse" in words(app)


def test_player_names_are_never_translated(language: str) -> None:
    assert translate(message("{first} and {last}", first="wheat", last="castle")).split()[0] == "wheat"


def test_photo_error_reaches_the_screen_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    attempt = read_upload(b"", show=lambda *_: None, progress=lambda step: None)

    assert attempt.message
    monkeypatch.setattr(translation, "language", lambda: "de")
    assert translate(attempt.message) == "Die Datei ist leer. Schick das Foto noch einmal."


# --- One name for one thing

TERMS = tomllib.loads((LOCALE.parent / "terms.toml").read_text(encoding="utf-8"))
NEVER = TERMS.pop("never")


def without_parts(text: str | tuple[str, ...] | list[str] | None) -> str:
    """Return the words of all forms of a message, without its parts in braces."""
    return " ".join(words for form in forms(text) for words, *_ in Formatter().parse(form))


@pytest.mark.parametrize("spoken", TRANSLATED)
@pytest.mark.parametrize("term", TERMS)
def test_a_thing_is_called_by_its_name(term: str, spoken: str) -> None:
    meant, name = re.compile(rf"\b({TERMS[term]['en']})\b", re.I), re.compile(TERMS[term][spoken], re.I)
    about = [without_parts(one.string) for one in messages(spoken) if meant.search(without_parts(one.id))]

    assert about
    assert [said for said in about if not name.search(said)] == []


@pytest.mark.parametrize("spoken", TRANSLATED)
def test_no_other_name_of_a_thing_is_in_a_catalogue(spoken: str) -> None:
    other_name = re.compile(rf"\b({NEVER[spoken]})", re.I)

    assert [text for one in messages(spoken) for text in forms(one.string) if other_name.search(text)] == []
