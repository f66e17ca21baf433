"""What is played: frozen values of a table, its boards and games, what changes them, how they turn, and their JSON."""
