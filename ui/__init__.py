"""The app and the command line, room by room, lowest first; behind ``->`` what a room may import of the others.

    table            what is played: frozen values, commands, orientation, permissions, JSON
    system           what lies below: environment, folders, log, installation; no other room asks which system it is
    i18n             the words on the screen in four languages
    wording          sentences of what scoring and vision return, in the reader's language -> i18n
    photos           from the bytes of a photo to boards, and pictures of them -> table, system
    store            SQL: tables, photos, phones, editions; one transaction a change -> table, system
    serving          what stands in front of Streamlit: bounds, headers, cookies, hosts, wrong codes, scripts, health
                     -> table, store, system, i18n
    drawing          values as SVG, HTML, PNG and text -> table, i18n, wording
    api              the app's own routes: commands, tables, pictures, news; no Streamlit, and without screens
                     -> table, photos, store, serving, drawing, i18n, system, wording
    session          one browser tab: the table in hand, members, live updates
                     -> table, photos, store, i18n, system, serving
    components       what runs in the browser, a script each with its look, and the Python of their pages
                     -> table, photos, serving, drawing, api, i18n, wording
    screens          what a player sees, a file an address, and what several of them show
                     -> table, photos, store, session, drawing, api, components, i18n, system, wording
    app              the page that Streamlit runs: look, navigation, notices
                     -> session, screens, components, drawing, i18n
    server           the ASGI app put together, and start-up -> photos, store, system, serving, api
    cli              the command line, a module a command, and what they share
                     -> system, table, photos, store, serving, server

Which code decides when two phones change one table? Whatever is done is a function of the table, a command
(``table/commands.py``), carried out on its latest version inside the transaction of ``store/store.py``.
Reiner Knizia's game Kingdoms sits in modules called ``knizia``.
"""
