"""Tables, boards and games: frozen values, the commands that change them, and their JSON."""
