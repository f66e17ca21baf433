"""What the program of the folder runs: the command line, as ``crownsight`` does."""

import multiprocessing
import sys

from ui.cli import main

if __name__ == "__main__":
    multiprocessing.freeze_support()  # a worker is this program again
    sys.exit(main())
