"""Photos on a page: camera button, progress, corners set by hand, tappable kingdoms, fallbacks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from scoring import GRIDS, Kingdom
from ui.components import photograph
from ui.components.corners import corner_editor, default_corners
from ui.drawing import tiles
from ui.drawing.html import in_label
from ui.drawing.over_photo import Outline, draw_outline, draw_over, draw_pill, frame
from ui.drawing.players import outline_label
from ui.i18n.translate import _, translate
from ui.photos.photo_reader import accept_kingdoms, read_stored_photo, read_upload
from ui.photos.pictures import board_corners, get_picture_address
from ui.photos.reading_queue import WAITING
from ui.photos.upload_registry import UPLOADS, Read, UploadHandler
from ui.screens import routes
from ui.screens.notices import show_note, show_notice
from ui.session.tab import ADDRESS_KEY, bind_to_tab, tab
from ui.session.tile_choice import get_known_tiles
from ui.table.assignment import find_shared_photo
from ui.table.board import PhotoResult
from ui.table.photo_reading import PhotoReading, Picture
from ui.table.table import Table
from vision.photo.photo import Points
from vision.pipeline.reader import Progress

STAGES = ("finding", "reading", "checking")
SIDES = range(1, 10)  # squares a side that can be set
OTHER = "other"
MOST_PHOTOS = 8  # at once

_GOOD_PHOTO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 124">'
    '<rect x="2" y="2" width="96" height="120" rx="13" fill="#8A8172" fill-opacity=".16" stroke="#8A8172" '
    'stroke-width="3"/><g transform="translate(18 26) rotate(4 32 32) scale(1.28)">'
    '<path fill="#2E6B3C" d="M0 0h30v10H0zM0 10h20v10H0z"/><path fill="#3D7FC1" d="M30 0h20v30H40V20H30z"/>'
    '<path fill="#E8BE3F" d="M20 10h10v10h10v10H30v10H20zM0 40h30v10H0z"/><path fill="#B8B2A6" d="M20 20h10v10H20z"/>'
    '<path fill="#A3CF57" d="M0 20h20v20H0z"/><path fill="#8C7C68" d="M30 30h20v20H30z"/></g>'
    '<circle cx="50" cy="111" r="6" fill="none" stroke="#8A8172" stroke-width="3"/></svg>'
)


def show_advice(*, several: bool = False) -> None:
    one = _("From above, all of it in frame. Lift the castle off if you can.")
    all_of_them = _("From above, every kingdom fully in frame, a hand’s width apart.")
    drawn = tiles.svg_image(
        _GOOD_PHOTO, _("a phone straight above a kingdom, all of it in the picture"), "cs-good-photo"
    )
    words = all_of_them if several else one
    st.html(f'<figure class="cs-advice">{drawn}<figcaption>{words}</figcaption></figure>')


def camera(
    label: str,
    *,
    key: str,
    read: Read,
    then: Callable[..., None],
    most: int = MOST_PHOTOS,
    quiet: bool = False,
    compact: bool = False,
    without_camera: str = "",
) -> None:
    """Show the camera button of a screen, read its photos and call ``then`` with each result.

    Args:
        label: The label of the button.
        key: Identifies this request for photos.
        read: Reads a photo.
        then: Receives each result.
        most: The largest number of photos at once.
        quiet: Draw the button in the secondary colour.
        compact: Show only the button.
        without_camera: The label on devices with a mouse.
    """
    here, field = tab(), f"{tab().name} {key}"
    UPLOADS.expect(here.phone, field, UploadHandler(bind_to_tab(read), then))
    slot = f"{here.address.get(ADDRESS_KEY, '')} {key}"
    how: dict[str, Any] = {"quiet": quiet, "compact": compact, "without_camera": without_camera}
    photos = photograph(label, slot=slot, field=field, most=most, **how)
    taken = UPLOADS.pop_result(here.phone, *photos)
    if taken:
        handler, results = taken
        handler.then(*results)


def reads_kingdoms(table: Callable[[], Table] = lambda: tab().table) -> Read:
    """Return a reader for a table's kingdoms, by default of the table in play."""

    def read(upload: bytes, **how: Any) -> PhotoResult:
        return read_upload(upload, known=partial(get_known_tiles, table()), **how)

    return read


def show_stages(container: DeltaGenerator, stage: str) -> None:
    """Show the three stages of reading with the present one marked; an earlier stage marks none."""
    at = STAGES.index(stage) if stage in STAGES else -1
    marks = ["done" if number < at else "now" if number == at else "" for number in range(len(STAGES))]
    said = (_("Finding kingdoms"), _("Reading tiles"), _("Checking"))
    words = "".join(f'<li class="{mark}">{word}</li>' for mark, word in zip(marks, said, strict=True))
    before, _space, number = stage.partition(" ")
    in_line = _("Other photos are being read. Yours is number {place} in line.", place=number)
    waiting = f'<p class="cs-quiet">{in_line}</p>' if before == WAITING else ""
    container.html(f'<div role="status"><ol class="cs-stages">{words}</ol>{waiting}</div>')


def frame_kingdom(
    attempt: PhotoResult, known: PhotoReading | None, *, number: int, then: Callable[[PhotoResult], None]
) -> None:
    """Show how to frame a kingdom in a failed photo, the error, and the grid to drag.

    The grid starts at the ``known`` reading; ``then`` receives the result. ``number`` identifies the photo.
    """
    show_note(_("Drag the rings to the kingdom’s corners."))
    if attempt.message:
        show_notice(escape(translate(attempt.message)), role="alert")
    picture, table = attempt.picture, tab().table
    if picture is None:
        return
    usual = known.kingdom if known else Kingdom.empty(table.rules.grid, table.rules.grid)
    rows, columns = choose_grid(usual.height, usual.width)
    start = board_corners(known) if known else default_corners(picture)

    def read(corners: Points, progress: Progress) -> None:
        then(
            read_stored_photo(
                picture, corners, (rows, columns), progress=progress, known=partial(get_known_tiles, table)
            )
        )

    drag_corners(picture, start, rows, columns, number=number, read=read)


def drag_corners(
    picture: Picture,
    start: Points,
    rows: int,
    columns: int,
    *,
    number: int,
    read: Callable[[Points, Progress], None],
) -> None:
    """Show a grid to drag over a photo, and call ``read`` with its corners after *confirm*."""
    corners = corner_editor(picture, start, rows, columns, number=number)
    stages = st.empty()
    if corners is None:
        show_note(_("The corners cross. Drag them apart."), role="alert")
    with st.container(key="done"):
        wanted = st.button(_("Read again"), type="primary", width="stretch", disabled=corners is None)
    if wanted and corners is not None:
        read(corners, partial(show_stages, stages))


def choose_grid(rows: int, columns: int) -> tuple[int, int]:
    """Choose the size of the grid: 5 x 5, 7 x 7, or any other; ``rows`` and ``columns`` to begin with."""
    sizes = {f"{side} × {side}": (side, side) for side in GRIDS}
    usual = f"{rows} × {columns}"
    chosen = st.segmented_control(
        _("Squares"),
        [*sizes, OTHER],
        default=usual if usual in sizes else OTHER,
        required=True,
        key="squares",
        format_func=lambda size: _("Other") if size == OTHER else size,
    )
    if chosen in sizes:
        return sizes[chosen]
    left, right = st.columns(2)
    most = SIDES.stop - 1
    return (
        int(left.number_input(_("Rows"), SIDES.start, most, min(rows, most), key="rows")),
        int(right.number_input(_("Columns"), SIDES.start, most, min(columns, most), key="columns")),
    )


# --- Photos with kingdoms as buttons, and failed photos


def show_kingdoms(picture: Picture, kingdoms: Sequence[Outline], names: Sequence[str]) -> int | None:
    """Show the photo with kingdoms outlined; return the index of the one just tapped, or None.

    Corners of the outlines are in pixels of the original photo; ``names`` say what each button is.
    """
    scaled = [
        replace(one, corners=tuple((x / picture.scale, y / picture.scale) for x, y in one.corners)) for one in kingdoms
    ]
    shown, tapped = get_picture_address(picture.jpeg), None
    rules = "".join(_place(at, one, picture) for at, one in enumerate(scaled))
    places = f"<style>.st-key-kingdoms-photo{{--ratio:{picture.width / picture.height:.4f}}}{rules}</style>"
    with st.container(key="kingdoms-photo"):
        drawing = "".join(draw_outline(one, picture.width / 400) for one in scaled)
        pills = "".join(draw_pill(one, picture.width, picture.height) for one in scaled)
        st.html(places + draw_over(shown, picture.width, picture.height, drawing, _("the photo"), pills=pills))
        for at, name in enumerate(names):
            if st.button(name, key=f"spot-{at}"):
                tapped = at
    return tapped


def show_table_photo(table: Table, *, then: Callable[[int], object] = routes.go_to_kingdom) -> None:
    """Show the photo of a table with display names; a tap on a kingdom calls ``then`` with the number of its seat.

    Without a photo of two kingdoms nothing is shown.
    """
    together = find_shared_photo(table)
    if together is None:
        return
    picture, shown = together
    kingdoms = [
        Outline(source.reading.corners, seat.colour.value, outline_label(table, seat), name=seat.name)
        for seat, source in shown
    ]
    tapped = show_kingdoms(picture, kingdoms, [in_label(seat.name) for seat, _source in shown])
    if tapped is not None:
        then(shown[tapped][0].number)


def _place(at: int, one: Outline, picture: Picture) -> str:
    across = [100 * x / picture.width for x, _y in one.corners]
    down = [100 * y / picture.height for _x, y in one.corners]
    left, top = max(0.0, min(across)), max(0.0, min(down))
    width, height = min(100.0, max(across)) - left, min(100.0, max(down)) - top
    return f".st-key-spot-{at}{{left:{left:.1f}%;top:{top:.1f}%;width:{width:.1f}%!important;height:{height:.1f}%}}"


def show_reason(attempt: PhotoResult) -> None:
    if attempt.message:
        show_notice(escape(translate(attempt.message)), role="alert")
    picture = attempt.picture
    if picture:
        drawing = frame(picture.width, picture.height)
        shown = draw_over(get_picture_address(picture.jpeg), picture.width, picture.height, drawing, _("the photo"))
        hint = _("Keep everything inside this frame.")
        st.html(f'<div class="cs-failed">{shown}<p class="cs-quiet">{hint}</p></div>')


def offer_fallbacks(
    attempt: PhotoResult,
    *,
    accept: Callable[[PhotoResult], object],
    mark: Callable[[PhotoResult], object],
    enter: Callable[[Picture], object],
) -> None:
    """Offer other ways on for a failed photo with a picture.

    ``accept`` gets its kingdoms, confirmed, ``mark`` the photo to set corners in, ``enter`` that to enter by hand.
    """
    if attempt.picture is None:
        return
    if attempt.readings and st.button(_("Use it anyway"), width="stretch", key="is-kingdom"):
        accept(accept_kingdoms(attempt))
    with st.container(horizontal=True, key="ways-on"):
        marks = st.button(_("Mark the corners"), width="stretch")
        enters = st.button(_("Enter by hand"), width="stretch")
    show_note(_("Different artwork? Teach Crownsight your edition."))
    if marks:
        mark(PhotoResult(attempt.picture, setting_corners=True))
        st.rerun()
    if enters:
        enter(attempt.picture)
        st.rerun()


def keep_beside(number: int, picture: Picture) -> None:
    """Show a photo above the new board of a seat, which is entered from it, on this phone."""
    seat = tab().table.seat(number)
    if seat and seat.board:
        tab().own.boards.photo_beside = seat.board.number, picture


def show_beside(board: int) -> None:
    beside = tab().own.boards.photo_beside
    if beside and beside[0] == board:
        with st.container(key="beside"):
            st.html(f'<img class="cs-photo" alt="{_("the photo")}" src="{get_picture_address(beside[1].jpeg)}">')
