"""From a photo of the Kingdoms board to its pieces, with a little help: name one, and its look-alikes are named.

The conventions are those of ``vision``; positions on the board are (row, column) from 0 at the top left.

    board = straighten(load(photo))          # or straighten(load(photo), corners) set by hand
    seen = look(board)
    found = guesses(seen, named, memory)     # again after each name; worth_naming(found) says which to name
    memory = memory.with_named(seen.looks, pieces)   # once the board is right: for the next epoch
"""

from vision.errors import NoBoardFound
from vision.kingdoms.board_photo import StraightBoard, find_board, straighten
from vision.kingdoms.memory import BrokenMemoryError, Memory
from vision.kingdoms.naming import Guess, Seen, guesses, look, worth_naming

__all__ = [
    "BrokenMemoryError",
    "Guess",
    "Memory",
    "NoBoardFound",
    "Seen",
    "StraightBoard",
    "find_board",
    "guesses",
    "look",
    "straighten",
    "worth_naming",
]
