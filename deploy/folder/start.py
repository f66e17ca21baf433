"""What the program of the folder runs: the command line, as ``crownsight`` does."""

import sys

from ui.cli import main

if __name__ == "__main__":
    sys.exit(main())
