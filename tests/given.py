"""Where the tests find the project: its folder, the page that Streamlit runs, the sample photos."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
APP = ROOT / "ui" / "app.py"
SAMPLES = ROOT / "sample_images"
KITCHEN = SAMPLES / "kitchen-table.jpg"  # one kingdom of 5 x 5, read right
