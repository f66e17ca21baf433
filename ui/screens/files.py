"""Files: upload field, downloads made on request, export and import of all games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any, TypeVar

import streamlit as st

from ui.components import choose_file
from ui.drawing.html import in_html
from ui.i18n.translate import _, capitalize, in_language, join_names, language, n_, translate
from ui.photos.upload_registry import DATA, UPLOADS, UploadHandler
from ui.screens.notices import show_note, show_notice
from ui.session import archive
from ui.session.archive import add_from_file, import_games, preview_import
from ui.session.tab import bind_to_tab, tab
from ui.store import StoreError
from ui.table.imports.detect import MAX_FILE_BYTES
from ui.table.merge import MAX_GAMES_PER_FILE, split_into_files
from ui.table.serialization import SavedGames, dumps_games
from ui.table.strict_json import FormatError
from ui.table.table import TableError


def file_of(label: str, *, key: str, most_bytes: int) -> bytes | None:
    """Show a file field; return the last file's content until it is used, else None."""
    here, field = tab(), f"{tab().name} {key}"

    def keep(content: bytes) -> None:
        here.own.files.contents[key] = content

    UPLOADS.expect(here.phone, field, UploadHandler(lambda upload, **_how: upload, keep, DATA, most_bytes))
    sent = choose_file(label, key=key, field=field)
    taken = UPLOADS.pop_result(here.phone, sent) if sent else None
    if taken:
        taken[0].then(*taken[1])
    return here.own.files.contents.get(key)


def consume_file(key: str) -> None:
    """Clear a file field after its file was used."""
    tab().own.files.contents.pop(key, None)


T = TypeVar("T")


def defer_download(make: Callable[[], T]) -> Callable[[], T]:
    """Bind a download to this tab and language at the time of the request.

    Streamlit makes the file between two runs, without a tab: it would be empty, and in English.
    """
    spoken = language()

    def make_in_language() -> T:
        with in_language(spoken):
            return make()

    return bind_to_tab(make_in_language)


def offer_file(label: str, name: str, kind: str, made: Callable[[], str | bytes], **how: Any) -> None:
    """Show the button for a file that is made on request; ``how`` goes to Streamlit."""
    st.download_button(label, defer_download(made), name, kind, on_click="ignore", **how)


MOST_NAMES = 12  # that are shown of a file
GAMES = "games"  # the field for a file of games
JSON = "application/json"


def save_everything(number: int) -> None:
    """Offer all games of this phone as a file made on request; very many as several files."""
    read = partial(archive.all_games, tab().phone)
    if number <= MAX_GAMES_PER_FILE:
        name = "crownsight-games.json"
        offer_file(_("Back up"), name, JSON, lambda: dumps_games(read()), width="stretch", key=name)
    elif st.button(_("Back up"), width="stretch", key="export"):
        try:
            games = read()
        except StoreError as fault:
            tab().store_error = fault.message
            return
        files = [SavedGames(part) for part in split_into_files(games.finished)]
        files += [SavedGames((), games.under_way)] if games.under_way else []
        for at, file in enumerate(files, start=1):
            said = _("Back up: file {number} of {all}", number=at, all=len(files))
            name = f"crownsight-games-{at}.json"
            offer_file(said, name, JSON, partial(dumps_games, file), width="stretch", key=name)
    show_note(_("All games and the open table. Without photos."))


def show_added() -> None:
    """Show once what a file has added."""
    if tab().own.files.summary:
        show_notice(tab().own.files.summary)
        tab().own.files.summary = ""


def _with_skipped(said: str, known: int, skipped: int) -> str:
    """Append the games that are not added: those known already, and those that cannot be read."""
    here = n_("{number} was already here.", "{number} were already here.", known) if known else ""
    others = n_("{number} other skipped.", "{number} others skipped.", skipped) if skipped else ""
    return " ".join(filter(None, (said, here, others)))


def render_import() -> None:
    """Add games from a file: choose it, see what it would add, then add that."""
    st.html(f'<h2 class="cs-evening">{_("Restore or import games")}</h2>')
    show_note(_("Adds games you don’t have yet. Nothing is overwritten. Works with Crownsight and BG Stats files."))
    try:
        _choose_and_add()
    except (FormatError, StoreError, TableError) as refused:
        show_notice(f"{escape(capitalize(translate(refused.message)).rstrip('.'))}.", role="alert")


def _choose_and_add() -> None:
    """Show the file field, the preview and the button that adds. Raises FormatError, StoreError and TableError."""
    content = file_of(_("Crownsight or BG Stats file"), key=GAMES, most_bytes=MAX_FILE_BYTES)
    files = tab().own.files
    if content is not None:
        consume_file(GAMES)
        files.preview = None
        files.preview = preview_import(import_games(content))
    preview = files.preview
    if preview is None:
        return
    games, names = preview.new + preview.known, len(preview.names)
    found = f"{n_('{number} game', '{number} games', games)}, {n_('{number} name', '{number} names', names)}."
    show_notice(escape(_with_skipped(found, preview.known, preview.file.skipped)))
    show_note(in_html(join_names(preview.names[:MOST_NAMES])))
    if preview.new and st.button(
        n_("Add {number} game", "Add {number} games", preview.new), width="stretch", type="primary"
    ):
        files.preview = None
        added = add_from_file(preview.file.games)
        done = n_("{number} game added.", "{number} games added.", added)
        tab().own.files.summary = _with_skipped(done, games - added, preview.file.skipped)
        st.rerun()  # with these games in the list
