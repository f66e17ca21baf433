"""Read games from files of other programs and of our own."""
