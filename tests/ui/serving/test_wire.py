"""What a message of a page holds is counted before it is parsed."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from google.protobuf.message import DecodeError
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from ui.serving.wire import WireError, has_more_fields


def with_widgets(number: int) -> BackMsg:
    """A message of a page with so many widgets; it has two fields more."""
    message = BackMsg()
    widgets = [WidgetState(id=f"{one}", int_value=one) for one in range(number)]
    message.rerun_script.widget_states.widgets.extend(widgets)
    return message


def test_every_widget_counts_with_what_holds_it() -> None:
    message = with_widgets(40).SerializeToString()

    assert has_more_fields(message, 41)
    assert not has_more_fields(message, 42)


def test_widgets_in_several_parts_are_counted_together() -> None:
    """Protocol buffers add up what comes in parts."""
    parts = with_widgets(20).SerializeToString() * 3

    assert len(BackMsg.FromString(parts).rerun_script.widget_states.widgets) == 60
    assert has_more_fields(parts, 60)


def test_empty_widgets_and_fields_that_nobody_knows_count() -> None:
    empty, unknown = BackMsg(), b"\xa0\x06\x01"
    for _ in range(30):
        empty.rerun_script.widget_states.widgets.add()

    assert has_more_fields(empty.SerializeToString(), 30)
    assert has_more_fields(unknown * 31, 30)


def test_what_ends_in_the_middle_is_no_message() -> None:
    message = with_widgets(3).SerializeToString()
    for end in range(1, len(message)):
        with pytest.raises(WireError):
            has_more_fields(message[:end], 1_000)


def test_whatever_arrives_is_counted_or_refused_as_it_would_be_parsed() -> None:
    chance, message = Random(7), with_widgets(12).SerializeToString()
    for _ in range(3_000):
        twisted = bytearray(message)
        for _ in range(chance.randrange(1, 4)):
            twisted[chance.randrange(len(twisted))] = chance.randrange(256)
        with suppress(DecodeError, WireError):
            number = len(BackMsg.FromString(bytes(twisted)).rerun_script.widget_states.widgets)
            assert has_more_fields(bytes(twisted), max(0, number - 1)) or not number
