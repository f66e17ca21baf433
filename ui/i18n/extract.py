"""Extraction of messages from the code into the catalogues: ``python -m ui.i18n.extract``.

New messages are added untranslated and those no longer said are taken out; what is translated stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from ui.i18n.translate import LANGUAGES, LOCALE, Message, in_browser

HOUSE = Path(__file__).parents[2]
WORDED = ("scoring", "vision", "ui")  # the packages whose words can reach a screen
MARKS = {"_": (0,), "n_": (0, 1), "said": (0,), "said_of": (1, 2)}  # which arguments are messages
COUNTING = {"n_", "said_of"}
Found = tuple[Message, str]  # with the file it stands in


def main() -> None:
    """Bring every catalogue up to date and say what is still to translate."""
    messages = dict(sorted(everything(), key=lambda found: found[1]))
    for language in LANGUAGES:
        if language == "en":
            continue
        path = LOCALE / f"{language}.po"
        catalogue = updated(language, path, messages)
        with path.open("wb") as target:
            write_po(target, catalogue, width=120, sort_by_file=True, omit_header=True, include_lineno=False)
        missing = sum(bool(message.id) and not is_translated(message.string) for message in catalogue)
        print(f"{path.relative_to(HOUSE)}: {len(catalogue)} messages, {missing} to translate")


def updated(language: str, path: Path, messages: dict[Message, str]) -> Catalog:
    """The catalogue with exactly these messages, translated as far as it was."""
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
    """Every message in the code, with the file it stands in."""
    for package in WORDED:
        for path in sorted((HOUSE / package).rglob("*")):
            file = str(path.relative_to(HOUSE))
            if path.suffix == ".py" and "training" not in path.parts:
                yield from ((message, file) for message in in_python(path.read_text(encoding="utf-8")))
            elif path.suffix in {".js", ".html"}:
                yield from ((message, file) for message in in_browser(path.read_text(encoding="utf-8")))


def in_python(text: str) -> Iterator[Message]:
    """The messages a module marks; one with a name of its own is found where that name is given to it."""
    tree = ast.parse(text)
    scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for scope in (*scopes, tree):
        named = dict(_named_texts(scope))
        for call in ast.walk(scope):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in MARKS:
                yield from _messages(call, call.func.id, named)


def _messages(call: ast.Call, mark: str, named: dict[str, list[str]]) -> Iterator[Message]:
    texts = [_texts(call.args[at], named) for at in MARKS[mark] if at < len(call.args)]
    if mark in COUNTING:
        yield from zip(texts[0], texts[1], strict=True)
    else:
        yield from texts[0]


def _texts(node: ast.expr, named: dict[str, list[str]]) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Name):
        return named.get(node.id, [])
    if isinstance(node, ast.IfExp):
        return [*_texts(node.body, named), *_texts(node.orelse, named)]
    return []


def _named_texts(scope: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """The strings that each name in a function is given."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for name, value in _pairs(target, node.value):
                    found.setdefault(name, []).extend(_texts(value, {}))
    yield from found.items()


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for inner, given in zip(target.elts, value.elts, strict=True):
            yield from _pairs(inner, given)
    elif isinstance(target, ast.Name):
        yield target.id, value


def is_translated(words: str | Sequence[str] | None) -> bool:
    """Whether a message has its words, in every plural form."""
    return bool(words) and (isinstance(words, str) or all(words or ()))


if __name__ == "__main__":
    main()
