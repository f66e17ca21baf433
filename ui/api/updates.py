"""Long poll for updates: what a page does not have yet of its table and of its photo.

A page polls again after every response. It sends the ``version`` of the table that it has and its view: the kingdom of
a seat, ``all`` for the cards of all players, or nothing for the table alone. Without an update the response comes after
``POLL_TIMEOUT_SECONDS``, empty.

Every version is rendered once for all pages with the same view, and compared with the version before. A board or a card
that looks different is sent to the page, which draws it without a run of its Streamlit script. ``Answer.page`` is the
version since which the rest of the page looks as it does; an older page asks for a run of its script.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

from starlette import status
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ui import store
from ui.api.access import JSON, NO_STORE, NOT_SEATED, RefusedError, language_of, phone_of
from ui.api.board_view import BoardView
from ui.api.last_edits import LAST_EDITS, describe_edit
from ui.api.page_state import PageState, cards_page, kingdom_page
from ui.api.table_view import Answer, Card, board_on_screen, card_of
from ui.api.uploads import upload_view
from ui.i18n.translate import in_language
from ui.photos.upload_registry import UPLOADS, UploadProgress
from ui.store import StoredTable, StoreError
from ui.store.codes import is_key
from ui.table.serialization import dumps

POLL_TIMEOUT_SECONDS = 1.5  # a page shows "offline" after 3 s without a response
OTHER_SERVERS_SECONDS = 1.0  # between two queries for changes made by other servers
MIN_QUERY_SECONDS = 0.05  # between two queries, however often something changes
MAX_VIEWS = 1_000  # rendered views in memory; a page whose view is dropped runs again
ALL = "all"  # in place of a seat
_VIEW = re.compile(rf"[1-9][0-9]{{0,8}}|{ALL}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_UNKNOWN = -1  # version or change counter of a page that knows none


class ViewKey(NamedTuple):
    """The subject of a page: number of the table, seat whose kingdom is shown or ``all``, and language."""

    table: int
    view: str
    language: str


class RenderedPart(NamedTuple):
    """A board or a card, and the version of the table since which it looks like this."""

    rendered: BoardView | Card
    since: int


class RenderedView(NamedTuple):
    """A version of a table as pages show it; without the boards of the table and their photos."""

    version: int
    page: PageState
    page_since: int  # the version since which the page without its parts looks like this
    parts: Mapping[int, RenderedPart]  # by number of the seat


class PendingPoll:
    """A page that waits for updates of what it shows."""

    def __init__(self, request: Request) -> None:
        self.phone, self.version = phone_of(request), _parse_number(request, "version")
        self.table = 0  # number of the table; 0 is none
        self.view, self.language = request.query_params.get("seat", ""), language_of(request)
        self.response: Answer | RefusedError | StoreError | None = None
        self.wakeup = asyncio.Event()


class UpdatesEndpoint:
    """The long poll, with one query of the database for all pages that wait; none of them holds a thread."""

    def __init__(self) -> None:
        self.polls: set[PendingPoll] = set()
        self._watch: asyncio.Task[None] | None = None  # runs while a page with a table waits
        self._views: OrderedDict[ViewKey, RenderedView] = OrderedDict()
        self._lock = Lock()

    async def of_table(self, request: Request) -> Response:
        """Respond with updates of a table and of a photo. Raises RefusedError and StoreError."""
        poll, counter = await run_in_threadpool(self._begin_poll, request)
        return await self._respond(request, poll, counter)

    async def of_phone(self, request: Request) -> Response:
        """Respond with updates of a photo alone, to a page without a table. Raises RefusedError."""
        return await self._respond(request, PendingPoll(request))

    async def _respond(self, request: Request, poll: PendingPoll, counter: int = 0) -> Response:
        """Respond once there is an update of the table or the photo, or after the timeout.

        ``counter`` is the change counter from before the table was queried.
        """
        photo, known_changes = request.query_params.get("photo", ""), _parse_number(request, "heard")
        until = asyncio.get_running_loop().time() + POLL_TIMEOUT_SECONDS
        with self._subscribe(poll):
            if poll.table and not poll.response and store.get_store().changes.counter != counter:
                await run_in_threadpool(self._query_updates, [poll])  # the watch may have missed a change in between
            while True:
                progress = UPLOADS.progress(poll.phone, photo) if photo else None
                of_photo = upload_view(progress) if progress and progress.changes != known_changes else None
                if isinstance(poll.response, Exception):
                    raise poll.response
                if poll.response or of_photo:
                    return Response(dumps(replace(poll.response or Answer(), photo=of_photo)), 200, NO_STORE, JSON)
                try:
                    async with asyncio.timeout_at(until):
                        await poll.wakeup.wait()
                except TimeoutError:
                    return Response(None, status.HTTP_204_NO_CONTENT, NO_STORE)
                poll.wakeup.clear()

    def _begin_poll(self, request: Request) -> tuple[PendingPoll, int]:
        """Return the poll with its response if there is one, and the change counter from before the query.

        Raises:
            RefusedError: if the phone does not sit at the table.
            StoreError: if the database does not answer.
        """
        opened, key, poll = store.get_store(), request.path_params["key"], PendingPoll(request)
        counter = opened.changes.counter
        seated = opened.authorize_table(key, poll.phone) if is_key(key) else None
        if seated is None:
            raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
        poll.table, version = seated
        poll.response = self._authorize_update(poll, version)
        return poll, counter

    def _query_updates(self, polls: Iterable[PendingPoll]) -> None:
        """Set the response of polls whose table has changed, or is closed to them. Raises StoreError."""
        opened = store.get_store()
        versions = opened.versions({one.table for one in polls})
        for one in polls:
            version = versions.get(one.table)
            try:
                if not version:
                    raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
                update = self._authorize_update(one, version)
                one.response = one.response or update
            except (RefusedError, StoreError) as why:
                one.response = why

    @contextmanager
    def _subscribe(self, poll: PendingPoll) -> Iterator[None]:
        """Wake a poll on changes of its table and of the phone's photos, inside the block."""
        self.polls.add(poll)
        if poll.table:
            self._watch = self._watch or asyncio.create_task(self._keep_watch())
        try:
            with UPLOADS.subscribe(poll.phone, _make_photo_listener(poll)):
                yield
        finally:
            self.polls.discard(poll)

    async def _keep_watch(self) -> None:
        """Query for changes as long as a page waits: at once for one of this process, within a second for others."""
        counter = 0
        try:
            while polls := [one for one in self.polls if one.table]:
                with suppress(StoreError):
                    await run_in_threadpool(self._query_updates, polls)
                for one in polls:
                    if one.response:
                        one.wakeup.set()
                await asyncio.sleep(MIN_QUERY_SECONDS)
                counter = await run_in_threadpool(
                    lambda before: store.get_store().changes.wait(before, OTHER_SERVERS_SECONDS), counter
                )
        finally:
            self._watch = None

    def _authorize_update(self, poll: PendingPoll, version: int) -> Answer | None:
        """Return the update of a table. Raises RefusedError if the phone was removed, even while it was rendered.

        The phone is checked after rendering: the update may have the new key of the table.
        """
        update = self._find_update(poll, version)
        if update and store.get_store().version(poll.table, poll.phone) is None:
            raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
        return update

    def _find_update(self, poll: PendingPoll, version: int) -> Answer | None:
        """Return what a version changes on the page, or None; set the version of the poll.

        Raises:
            RefusedError: if the table is gone.
            StoreError: if the database does not answer.
        """
        known = poll.version
        if version <= known:
            return None
        poll.version = version
        if not _VIEW.fullmatch(poll.view):
            return Answer(version, version)
        kept = store.get_store().get_version_or_newer(poll.table, version)
        if kept is None:
            raise RefusedError(status.HTTP_404_NOT_FOUND, NOT_SEATED)
        view = self._get_view(ViewKey(poll.table, poll.view, poll.language), kept)
        new = [part.rendered for part in view.parts.values() if part.since > known]
        if not new and view.page_since <= known:
            return None
        board = next((one for one in new if isinstance(one, BoardView)), None)
        cards = tuple(one for one in new if isinstance(one, Card))
        change = self._describe_change(poll, known, board, kept) if board else None
        return Answer(view.version, view.page_since, board=board, cards=cards, change=change)

    def _describe_change(self, poll: PendingPoll, known: int, board: BoardView, kept: StoredTable) -> str | None:
        """Describe the edit of another phone since the ``known`` version; None if none came through this server."""
        edit = LAST_EDITS.find(poll.table, board.number, after=known, other_than=poll.phone)
        if edit is None:
            return None
        editor = store.get_store().phone(poll.table, edit.phone)
        with in_language(poll.language):
            return describe_edit(edit, editor.seat if editor else None, kept.table)

    def _get_view(self, key: ViewKey, kept: StoredTable) -> RenderedView:
        """Return a table as pages show it, rendered once for all pages with the same view."""
        with self._lock:
            view = self._views.get(key)
            if view is None or view.version < kept.version:
                with in_language(key.language):
                    view = self._views[key] = _render_view(kept, key.view, view)
            self._views.move_to_end(key)
            while len(self._views) > MAX_VIEWS:
                self._views.popitem(last=False)
            return view


def _make_photo_listener(poll: PendingPoll) -> Callable[[UploadProgress], None]:
    """Make a listener that wakes a poll from any thread."""
    loop = asyncio.get_running_loop()

    def wake(_progress: UploadProgress) -> None:
        with suppress(RuntimeError):  # the loop is closed: the server ends
            loop.call_soon_threadsafe(poll.wakeup.set)

    return wake


def _parse_number(request: Request, name: str) -> int:
    """Parse a parameter of the query as a number; ``_UNKNOWN`` if it is none."""
    value = request.query_params.get(name, "")
    return int(value) if _NUMBER.fullmatch(value) else _UNKNOWN


def _render_view(kept: StoredTable, view: str, before: RenderedView | None) -> RenderedView:
    """Render a version of a table for pages, and find since which version each part looks as it does now."""
    table, parts = kept.table, dict[int, RenderedPart]()
    for seat in table.seats if view == ALL else filter(None, [table.seat(int(view))]):
        if seat.board is None and view != ALL:
            continue
        rendered = board_on_screen(kept, seat, seat.board) if seat.board and view != ALL else card_of(table, seat)
        known = before.parts.get(seat.number) if before else None
        is_same = known is not None and known.rendered == rendered
        parts[seat.number] = known if known and is_same else RenderedPart(rendered, kept.version)
    page = cards_page(table) if view == ALL else kingdom_page(table, int(view))
    since = before.page_since if before and before.page == page else kept.version
    return RenderedView(kept.version, page, since, parts)
