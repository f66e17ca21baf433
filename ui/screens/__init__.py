"""What a player sees: a file an address, and what several of them show."""
