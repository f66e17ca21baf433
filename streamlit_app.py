"""What Streamlit's Community Cloud runs of a copy of this repository: the app as a trial, which forgets tables."""

import os
import runpy
import tempfile
from pathlib import Path

from ui.system import FOLDER, TRIAL

os.environ.setdefault(TRIAL, "1")
os.environ.setdefault(FOLDER, str(Path(tempfile.gettempdir()) / "crownsight"))
runpy.run_path(str(Path(__file__).parent / "ui" / "app.py"), run_name="__main__")
