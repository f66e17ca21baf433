"""A phone finds its table again; phones of one table see each other's changes, others do not."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

import pytest
from sqlalchemy import event
from streamlit.testing.v1 import AppTest

from tests.ui.factories import ANA_AND_BEN, with_boards
from tests.ui.phone import (
    a_phone,
    does,
    find_stored_table,
    keeps_nothing,
    lock_tables,
    phone_at,
    phone_key_of,
    press,
    seat_of,
    switch,
    table_of,
    words,
)
from ui import store
from ui.screens import routes
from ui.session.tab import Tab
from ui.store.codes import new_key
from ui.table.table import Seat, Table, TableError

LAID = with_boards(ANA_AND_BEN, "www/wCw/www")


def open_app(app: AppTest) -> AppTest:
    """Open the app on the phone."""
    app.run()
    assert not app.exception
    return app


def at_table(table: Table) -> AppTest:
    """Open a table on the phone that created it."""
    return open_app(phone_at(table))


def guest_of(host: AppTest) -> AppTest:
    """Another phone, at the address of the host's table."""
    return open_app(a_phone(find_stored_table(host).key))


def changes(app: AppTest, change: Callable[[Table], Table]) -> AppTest:
    """Change the phone's table as its screens do."""
    return open_app(does(app, change))


def seats(app: AppTest) -> tuple[Seat, ...]:
    return table_of(app).seats


def test_back_opens_the_seat_or_table_of_the_address() -> None:
    host, elsewhere = at_table(LAID), at_table(ANA_AND_BEN)
    here = find_stored_table(host)
    host.query_params["s"] = "2"
    assert seat_of(open_app(host)) == 2

    host.query_params["s"] = "1"
    assert seat_of(open_app(host)) == 1

    host.query_params["t"] = find_stored_table(elsewhere).key
    assert find_stored_table(open_app(host)).number == find_stored_table(elsewhere).number
    host.query_params["t"] = here.key
    assert find_stored_table(open_app(host)).number == here.number


def test_an_address_that_names_nothing_leaves_all_in_hand() -> None:
    host = at_table(LAID)
    host.query_params.clear()

    assert seats(open_app(host)) == LAID.seats


def test_commands_of_one_tab_run_one_after_another() -> None:
    shared, engine = Tab(new_key()), store.get_store().engine
    shared.apply(lambda _: LAID)
    meanwhile = Thread(target=shared.take_seat, args=(2,))

    def in_the_middle(*_: object) -> None:
        if meanwhile.ident is None:
            meanwhile.start()
            meanwhile.join(0.3)

    event.listen(engine, "before_cursor_execute", in_the_middle)
    seen: list[int | None] = []
    event.listen(engine, "after_cursor_execute", lambda *_: seen.append(shared.seat_number), once=True)
    shared.apply(lambda table: table.with_name(1, "Zoe"))
    event.remove(engine, "before_cursor_execute", in_the_middle)
    meanwhile.join()

    assert seen == [None]
    assert shared.seat_number == 2


def test_unavailable_store_changes_nothing_and_is_reported() -> None:
    host = at_table(LAID).switch_page(routes.TABLE).run()
    press(host, "Rules")
    with lock_tables():
        switch(host, "Harmony")
        assert "Another program is using the file with the tables. Nothing was kept: press again." in words(host)
        assert not table_of(host).rules.harmony

    switch(host.run(), "Harmony")

    assert "Another program is using" not in words(host)
    assert table_of(host).rules.harmony
    assert table_of(guest_of(host)).rules.harmony


def test_deleted_table_is_gone_from_every_phone() -> None:
    host = at_table(LAID)
    guest = guest_of(host)

    store.get_store().delete_table(find_stored_table(host).key, phone_key_of(host))
    guest.run()

    assert seats(guest) == ()
    assert "its address is incomplete" in words(guest)
    with pytest.raises(TableError, match="its address is incomplete"):
        does(host, lambda table: table.with_name(1, "Zoe"))
    assert keeps_nothing(host)
