"""What a player sees: a file an address, or a folder of which ``page.py`` is the first."""
