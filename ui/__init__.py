"""The app and the command line, room by room; a room may import only what its line names (tests/test_rooms.py).

    table            what is played: frozen values, merge, orientation, permissions, JSON; imports nothing of ui
    i18n             the words on the screen in four languages (streamlit_patch)
    settings         environment variables and folders
    log              events as lines on stderr, without anything personal
    streamlit_patch  everything that touches the insides of Streamlit, each with its reason
    photos           from the bytes of a photo to boards, and pictures of them (table, log)
    store            SQL: tables, photos, phones, lessons; one transaction a save (table, settings, log)
    session          one browser tab: the table in hand, members, edits, live updates
                     (table, photos, store, i18n, settings, serving, streamlit_patch)
    drawing          values as SVG, HTML, PNG and text (table, i18n)
    components       what runs in the browser, a folder each: Python, JavaScript, CSS
                     (table, photos, drawing, i18n, streamlit_patch)
    screens          what a player sees, a folder an address, page.py first (all of the above)
    app              the page that Streamlit runs: look, navigation, notices
    serving          what stands in front of Streamlit: limits, budgets, headers, cookies, hosts, health
                     (settings, store, log, streamlit_patch)
    server           the ASGI app put together, and start-up
    cli              the command line, a module a command (settings, store, serving, server, and scoring and vision)

Which code decides when two phones change one board? ``table/merge.py``, called inside the transaction of
``store/store.py``; a tap on its way meanwhile is rebased in ``session/edits.py``.
"""
