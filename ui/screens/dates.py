"""Dates of finished games in the language of the page and the time zone of the browser."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import streamlit as st
from babel import Locale, UnknownLocaleError
from babel.dates import format_date

from ui.i18n.translate import language
from ui.table.completed_games import ImportedGame, find_session_date
from ui.table.table import CompletedGame


def session_date(played: datetime) -> date:
    """Return the date of a game for this reader; until six in the morning it is that of the evening before."""
    return find_session_date(to_local_time(played))


def date_of(game: CompletedGame) -> date:
    """Return the date of a game; an imported one has the date of the place where it was played."""
    return find_session_date(game.played) if isinstance(game, ImportedGame) else session_date(game.played)


def format_full(day: date) -> str:
    """Format a date with its weekday."""
    return format_date(day, "full", locale=_locale())


def format_long(day: date) -> str:
    """Format a date without its weekday."""
    return format_date(day, "long", locale=_locale())


def to_local_time(time: datetime) -> datetime:
    """Convert a time to the time zone of the browser, or of the server if the browser names none that is known."""
    try:
        return time.astimezone(ZoneInfo(st.context.timezone or ""))
    except (ValueError, OSError, KeyError):  # also ZoneInfoNotFoundError; the browser may name anything
        return time.astimezone()


def _locale() -> Locale:
    """Return the language of the page with the country of the browser, or without if that pair is unknown."""
    _, _, country = (st.context.locale or "").partition("-")
    try:
        return Locale.parse(f"{language()}_{country}") if country else Locale(language())
    except (ValueError, UnknownLocaleError):
        return Locale(language())
