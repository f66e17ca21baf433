"""Streamlit obeys the messages of the app's own page, and of no other."""

from __future__ import annotations

import json

from tests.ui.sockets import get_answer


def test_own_origin_alone_is_allowed(address: str) -> None:
    config = json.loads(get_answer(address, "/_stcore/host-config", {"Host": "192.168.1.5:8501"}).content)

    assert config["allowedOrigins"] == ["http://192.168.1.5:8501", "https://192.168.1.5:8501"]
    assert config["useExternalAuthToken"] is False
