"""What is played: frozen values of a table, its boards and games, how they merge and turn, and their JSON."""
