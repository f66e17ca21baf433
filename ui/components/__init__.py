"""The app's own components for Streamlit, each a folder with its HTML, its look and its scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

from ui.i18n.translate import for_browser, in_browser

HERE = Path(__file__).parent


class Component:
    """A component from the files of the folder with its name: ``NAME.html`` and ``NAME.css``, where there are such.

    ``scripts`` are named from that folder, and run as one, after their ``constants``, which may be anything of JSON;
    ``put_in`` has what stands for words of the HTML. It says ``names`` beside the words of its scripts and its HTML.
    """

    def __init__(
        self,
        name: str,
        *scripts: str,
        constants: Mapping[str, object] | None = None,
        names: Iterable[str] = (),
        **put_in: str,
    ) -> None:
        folder = HERE / name
        html, css = (
            file.read_text(encoding="utf-8") if file.exists() else None
            for file in (folder / f"{name}.html", folder / f"{name}.css")
        )
        for word, stands in put_in.items():
            html = (html or "").replace(word, stands)
        given = [f"const {constant} = {json.dumps(value)};" for constant, value in (constants or {}).items()]
        script = "\n".join([*given, *((folder / part).read_text(encoding="utf-8") for part in scripts)])
        self._messages = (*in_browser(f"{script}{html or ''}"), *names)
        self._mounted = st.components.v2.component(name, html=html, css=css, js=script)

    def show(self, **how: Any) -> Any:
        """Draw it where the page is, with the arguments of Streamlit's component; what it holds by now."""
        return self._mounted(**how)

    @property
    def words(self) -> dict[str, Any]:
        """The words that it says itself, in the reader's language."""
        return for_browser(self._messages)
