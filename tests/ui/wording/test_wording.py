"""Every typed result of the rules and of the reader has a sentence, in every language."""

from __future__ import annotations

import pytest

import vision
from scoring import Bonus, BonusKind, Measure, Rule, ScoreReason, Terrain, wording
from scoring.knizia import Rule as KniziaRule
from scoring.knizia import wording as knizia_wording
from scoring.message import Message
from ui.i18n.translate import LANGUAGES, in_language, translate

TEMPLATES: list[Message] = [
    *wording.PROBLEMS.values(),
    *wording.PROBLEMS_OF_A_SQUARE.values(),
    *wording.REASONS.values(),
    *wording.DECISIONS.values(),
    *knizia_wording.KINDS.values(),
    *knizia_wording.OWNERS.values(),
    *vision.wording.WARNINGS.values(),
]


def test_every_kind_has_a_sentence() -> None:
    assert {*wording.PROBLEMS, *wording.PROBLEMS_OF_A_SQUARE} == {*Rule}
    assert {*wording.REASONS} == {*ScoreReason}
    decisive = {None, *Terrain, *Bonus, *BonusKind, *Measure} - {Measure.POINTS}
    assert {*wording.DECISIONS} == decisive
    assert {*knizia_wording.PROBLEMS} == {*KniziaRule}
    assert {*vision.wording.WARNINGS} == {*vision.WarningCode}


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    with_same_words = {"{who} +{points}", "{number} dragon", "{conflict}."}  # French has the same words
    with in_language(language):
        same = {one.pattern for one in TEMPLATES if translate(Message(one.pattern, one.plural)) == one.pattern}
    assert same <= with_same_words
