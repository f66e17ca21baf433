"""Extraction of messages from the code into the catalogues: ``python -m ui.i18n.extract``.

New messages are added untranslated and those no longer said are taken out; what is translated stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from ui.i18n.translate import LANGUAGES, LOCALE, Entry, in_browser

HOUSE = Path(__file__).parents[2]
WORDED = ("scoring", "vision", "ui")  # the packages whose words can reach a screen
MARKS = {"_": (0,), "n_": (0, 1), "message": (0,), "plural": (1, 2)}  # which arguments are the words
Found = tuple[Entry, str]  # with the file it stands in


def main() -> None:
    """Bring every catalogue up to date and say what is still to translate."""
    messages = dict(sorted(everything(), key=lambda found: found[1]))
    for language in LANGUAGES:
        if language == "en":
            continue
        path = LOCALE / f"{language}.po"
        catalogue = update_catalogue(language, path, messages)
        with path.open("wb") as target:
            write_po(target, catalogue, width=120, sort_by_file=True, omit_header=True, include_lineno=False)
        missing = sum(bool(message.id) and not is_translated(message.string) for message in catalogue)
        print(f"{path.relative_to(HOUSE)}: {len(catalogue)} messages, {missing} to translate")


def update_catalogue(language: str, path: Path, messages: dict[Entry, str]) -> Catalog:
    """Update a catalogue to exactly these messages, keeping translations."""
    fresh = Catalog(locale=language, project="Crownsight", charset="utf-8", fuzzy=False)
    if path.exists():
        with path.open("rb") as source:
            known = {message.id: message.string for message in read_po(source, locale=language)}
    else:
        known = {}
    for message, file in messages.items():
        fresh.add(message, known.get(message), locations=[(file, 1)])
    return fresh


def everything() -> Iterator[Found]:
    """Yield every message in the code with its file."""
    for package in WORDED:
        for path in sorted((HOUSE / package).rglob("*")):
            file = str(path.relative_to(HOUSE))
            if path.suffix == ".py" and "training" not in path.relative_to(HOUSE).parts:
                yield from ((message, file) for message in in_python(path.read_text(encoding="utf-8")))
            elif path.suffix in {".js", ".html"}:
                yield from ((message, file) for message in in_browser(path.read_text(encoding="utf-8")))


def in_python(text: str) -> Iterator[Entry]:
    """Yield the messages that a module marks. Raises ValueError for one that is not a literal."""
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS:
            texts = [_texts(call.args[at]) for at in MARKS[call.func.id]]
            if len(texts) == 1:
                yield from texts[0]
            else:
                yield from zip(*texts, strict=True)


def _texts(node: ast.expr) -> list[str]:
    """List the possible texts of an argument: a literal, or both branches of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body), *_texts(node.orelse)]
    raise ValueError(f"line {node.lineno}: {ast.unparse(node)} cannot be translated, it must stand here as text")


def is_translated(words: str | Sequence[str] | None) -> bool:
    return bool(words) and (isinstance(words, str) or all(words or ()))


if __name__ == "__main__":
    main()
