"""The most probable kingdom of distinct dominoes, and how probable every square of it is."""
