"""What cannot be seen: squares that things, a standing castle or the edge of the photo hide."""
