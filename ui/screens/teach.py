"""Teaching page: lay twelve numbered dominoes, take one photo, manage taught editions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from typing import NoReturn

import streamlit as st

from scoring.message import describe
from ui.components.corners import default_corners
from ui.drawing.html import in_html
from ui.drawing.piece_marks import with_numbers
from ui.i18n.translate import _, n_, translate
from ui.photos.photo_reader import teach_by_corners, teach_from_upload
from ui.screens import routes
from ui.screens.camera import camera, drag_corners, show_stages
from ui.screens.files import JSON, consume_file, file_of, offer_file
from ui.screens.notices import show_note, show_notice
from ui.screens.rule_settings import say_if_outdated
from ui.session import members
from ui.session.tab import tab
from ui.session.tile_choice import (
    choose_tiles,
    delete_edition,
    list_own_editions,
    load_edition_file,
    parse_edition,
    reread_photos,
    save_edition,
    set_teaching_result,
)
from ui.store.edition_store import StoredEdition
from ui.table.board import PhotoResult
from ui.table.names import LONGEST_NAME, plain_name
from ui.table.photo_reading import Picture
from vision.photo.photo import Points
from vision.pipeline.reader import Progress
from vision.pipeline.teach import TEACHING_KINGDOM, TeachingResult, list_teaching_dominoes

EDITION = "edition-file"  # the field for a file of one
MOST_BYTES = 4_000_000  # of a file, see ``vision.squares.taught_tiles``


def render() -> None:
    """Render the page that teaches an edition."""
    with st.container(key="asking"):  # the look hides it while a photo is read
        go_back()
        st.html(f"<h1>{_('Teach my edition')}</h1>")
        if not show_outcome():
            last = tab().own.lessons.last
            if isinstance(last, PhotoResult) and last.picture and last.setting_corners:
                with st.container(key="corners"):
                    set_corners(last.picture)
            else:
                ask_for_photo()
        show_kept(host=members.is_host())


def show_kept(*, host: bool) -> None:
    editions = list_own_editions()
    if editions:
        st.html(f"<h2>{_('Editions Crownsight knows')}</h2>")
    for edition in editions:
        with st.container(key=f"edition-{edition.number}"):
            show_edition(edition, host=host)
    st.html(f'<h2 class="cs-evening">{_("Edition from a file")}</h2>')
    load_edition(host=host)


def show_edition(edition: StoredEdition, *, host: bool) -> None:
    counted = n_("{number} kingdom", "{number} kingdoms", edition.kingdoms)
    st.html(f'<p class="cs-edition"><b>{in_html(edition.name)}</b> <span>{escape(counted)}</span></p>')
    number = edition.number
    say_if_outdated(number)
    with st.container(horizontal=True):
        if tab().table.tiles.taught == number:
            show_note(_("on this table"))
        elif host and tab().stored and st.button(_("Use on this table"), key=f"use-{number}"):
            choose_tiles(taught=number, host=host)
            st.rerun()
        made = partial(load_edition_file, number)
        offer_file(_("Save to a file"), "crownsight-edition.json", JSON, made, key=f"save-{number}")
        if st.button(_("Forget"), key=f"forget-{number}"):
            delete_edition(number)
            st.rerun()


def load_edition(*, host: bool) -> None:
    content = file_of(_("A file that Crownsight has saved"), key=EDITION, most_bytes=MOST_BYTES)
    if content is None or not st.button(_("Read with this edition"), width="stretch"):
        return
    consume_file(EDITION)
    edition = parse_edition(content)
    if edition is None:
        show_notice(_("This file has no edition that this version of Crownsight can use."), role="alert")
    elif save_edition(edition, host=host):
        st.rerun()


def go_back() -> None:
    table = tab().table
    word, page = (_("Table"), routes.main_screen(table)) if table.names else (_("Start"), routes.START)
    if st.button("‹ " + word, type="tertiary"):
        set_teaching_result(None)
        routes.go_to(page)


def show_outcome() -> bool:
    """Show the result of the last lesson; return whether it taught anything."""
    last = tab().own.lessons.last
    if isinstance(last, TeachingResult):
        show_taught(last)
        return True
    if last and last.message:
        show_notice(escape(translate(last.message)), role="alert")
    if last and last.picture and not last.setting_corners and st.button(_("Mark the corners"), width="stretch"):
        set_teaching_result(replace(last, setting_corners=True))
        st.rerun()
    return False


def set_corners(picture: Picture) -> None:
    """Let the corners of the twelve dominoes be dragged in the last photo, and learn from it again."""
    show_note(_("Drag the rings to the kingdom’s corners."))
    name, side = ask_for_name(), TEACHING_KINGDOM.height

    def read(corners: Points, progress: Progress) -> None:
        learn_from(teach_by_corners(picture, corners, name, progress=progress))

    drag_corners(picture, default_corners(picture), side, side, number=tab().own.lessons.photos, read=read)
    if st.button(_("Another photo"), type="tertiary"):
        set_teaching_result(None)
        st.rerun()


def ask_for_name() -> str:
    """Return the name typed for the edition, or the default."""
    usual = _("My edition")
    typed = st.text_input(_("Name of the edition"), usual, max_chars=LONGEST_NAME, key="edition-name")
    return plain_name(typed) or usual


def show_taught(taught: TeachingResult) -> None:
    known = n_(
        "Crownsight knows your edition now, from {number} square.",
        "Crownsight knows your edition now, from {number} squares.",
        len(taught.tiles),
    )
    more = _("Your tables use this edition, and every kingdom you confirm improves the reading.")
    st.html(f'<p class="cs-notice" role="status"><b>{escape(known)}</b>{escape(more)}</p>')
    for warning in taught.warnings:
        show_notice(escape(translate(describe(warning))))
    with st.container(key="done"):
        if st.button(_("Continue"), type="primary", width="stretch"):
            set_teaching_result(None)
            routes.go_to(routes.main_screen(tab().table) if tab().table.names else routes.START)


def ask_for_photo() -> None:
    how = _(
        "Lay these twelve dominoes round the castle, by the numbers on their backs. "
        "Then photograph them from above, alone on the table. One photo is enough."
    )
    drawn = with_numbers(TEACHING_KINGDOM, list_teaching_dominoes())
    st.html(f'<div class="cs-lesson"><p>{escape(how)}</p>{drawn}</div>')
    name = ask_for_name()
    with st.container(key="done"):
        label, teach = _("Photograph the twelve dominoes"), partial(teach_from_upload, name=name)
        camera(label, key=f"teach-{tab().own.lessons.photos}", read=teach, then=learn_from, most=1)


def learn_from(lesson: TeachingResult | PhotoResult) -> NoReturn:
    """Store the tiles that a photo teaches and read the table again with them, or show why there are none."""
    host = members.is_host()
    kept = not isinstance(lesson, TeachingResult) or save_edition(lesson.tiles, host=host)
    if isinstance(lesson, TeachingResult) and kept and host:
        stages = st.empty()
        reread_photos(lambda stage: show_stages(stages, stage))
    set_teaching_result(lesson if kept else None)
    routes.go_to(routes.TEACH)


render()
