"""The app and the command line. Packages from the lowest layer up; ``->`` lists the packages that each may import.

    table            tables, boards and games: frozen values, commands, permissions, JSON
    system           environment, folders, log, installation; the only package that asks for the operating system
    i18n             translation of texts into four languages
    wording          sentences of what scoring and vision return, in the reader's language -> i18n
    photos           uploads, the queue of readings, reading of photos into boards, pictures of boards -> table, system
    store            SQL database: tables, photos, phones, editions; one transaction a change -> table, system
    serving          middleware in front of Streamlit: limits, headers, cookies, hosts, rate limiter, scripts, health
                     -> table, store, system, i18n
    drawing          rendering of values as SVG, HTML, PNG and text -> table, i18n, wording
    api              HTTP routes: commands, tables, pictures, updates; independent of Streamlit and screens
                     -> table, photos, store, serving, drawing, i18n, system, wording
    session          state of one browser tab: its table, members, pending photos
                     -> table, photos, store, i18n, system, serving
    components       browser components: scripts, styles, and their Python functions
                     -> table, photos, serving, drawing, api, i18n, wording
    screens          pages, one file for each address, and their shared parts
                     -> table, photos, store, session, drawing, api, components, i18n, system, wording
    app              entry point that Streamlit runs: style, navigation, notices
                     -> session, screens, components, drawing, i18n
    server           assembly of the ASGI app, and start-up -> photos, store, system, serving, api
    cli              command line, one module for each command, and shared helpers
                     -> system, table, photos, store, serving, server

A change of a table is a command: a pure function of the table (``table/commands.py``). The store runs it on the latest
version inside one transaction (``store/store.py``), so that changes of two phones merge. Modules called ``knizia``
belong to Reiner Knizia's game Kingdoms.
"""
