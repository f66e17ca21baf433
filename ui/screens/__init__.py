"""Pages, one file for each address, and their shared parts."""
