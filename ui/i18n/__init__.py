"""The words on the screen in four languages."""
