"""One photo of the whole table, its kingdoms dealt to the players."""
