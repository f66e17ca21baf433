"""What Streamlit's Community Cloud runs of a copy of this repository: the app as a trial, which forgets tables."""

import os
import runpy
import tempfile
from pathlib import Path

from ui.system import DATA_ENV, TRIAL_ENV

os.environ.setdefault(TRIAL_ENV, "1")
os.environ.setdefault(DATA_ENV, str(Path(tempfile.gettempdir()) / "crownsight"))
runpy.run_path(str(Path(__file__).parent / "ui" / "app.py"), run_name="__main__")
