"""What is drawn by our own hand: tiles, castles, hands, tables."""
