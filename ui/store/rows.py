"""What the database holds: tables, their phones, old games and photos, what they taught, and who corrected what."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, MetaData, String, Text, false
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from ui.store.codes import new_number

KEY_LENGTH, CODE_LENGTH, HASH_LENGTH, KIND_LENGTH = 22, 9, 64, 16  # characters


class Base(DeclarativeBase):
    """Names for every constraint, so that migrations can change them."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
        }
    )


class TableRow(Base):
    """One table: its JSON text (``ui.table.table_json``) in its latest version; times are seconds since 1970, UTC."""

    __tablename__ = "tables"

    number: Mapped[int] = mapped_column(primary_key=True, default=new_number)
    key: Mapped[str] = mapped_column(String(KEY_LENGTH), unique=True)
    code: Mapped[str | None] = mapped_column(String(CODE_LENGTH), unique=True)
    code_until: Mapped[float]
    version: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[float]
    touched: Mapped[float] = mapped_column(index=True)


class PhoneRow(Base):
    """One phone at one table; its key is kept as a hash alone.

    ``added`` says that this phone itself brought the player of its seat to the table.
    """

    __tablename__ = "phones"

    table: Mapped[int] = mapped_column(ForeignKey("tables.number", ondelete="CASCADE"), primary_key=True)
    phone: Mapped[str] = mapped_column(String(HASH_LENGTH), primary_key=True, index=True)
    host: Mapped[bool]
    seat: Mapped[int | None]
    added: Mapped[bool] = mapped_column(server_default=false())


class PhotoRow(Base):
    """The photo that a board was read from, as JPEG without metadata, and its reading as JSON.

    Of a board of Kingdoms the reading is the corners alone: from them all else is made again.
    """

    __tablename__ = "photos"

    table: Mapped[int] = mapped_column(ForeignKey("tables.number", ondelete="CASCADE"), primary_key=True)
    board: Mapped[int] = mapped_column(primary_key=True)
    jpeg: Mapped[bytes]
    width: Mapped[int]
    height: Mapped[int]
    scale: Mapped[float]
    reading: Mapped[str] = mapped_column(Text)


class GameRow(Base):
    """One finished game that is too old for its table's text: its JSON text, and its place among them, oldest first."""

    __tablename__ = "games"

    table: Mapped[int] = mapped_column(ForeignKey("tables.number", ondelete="CASCADE"), primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(Text)


class LearntRow(Base):
    """What one table has taught about one kind of thing, as numbers."""

    __tablename__ = "learnt"

    table: Mapped[int] = mapped_column(ForeignKey("tables.number", ondelete="CASCADE"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(KIND_LENGTH), primary_key=True)
    content: Mapped[bytes]


class CorrectionRow(Base):
    """One square that somebody set: on whose board, from what to what, by the phone of which seat, when.

    Seat 0 stands for the board that is everybody's.
    """

    __tablename__ = "corrections"
    __table_args__ = (Index("ix_corrections_table_board", "table", "board"),)

    number: Mapped[int] = mapped_column(primary_key=True)
    table: Mapped[int] = mapped_column(ForeignKey("tables.number", ondelete="CASCADE"))
    seat: Mapped[int]
    board: Mapped[int]
    row: Mapped[int]
    column: Mapped[int]
    was: Mapped[str] = mapped_column(String(2))
    now: Mapped[str] = mapped_column(String(2))
    by: Mapped[int | None]
    at: Mapped[float]


class HealthRow(Base):
    """The one row that is written to find out whether anything can be, and when it last was."""

    __tablename__ = "health"

    number: Mapped[int] = mapped_column(primary_key=True)
    written: Mapped[float]
    filling: Mapped[bytes]  # as much as a save
