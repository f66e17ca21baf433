"""The table: who plays, by which rules, how far everybody is."""
