"""What a player sees: a folder an address, its ``page.py`` first."""
