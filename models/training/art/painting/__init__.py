"""What a style of our own is made of: palette, hand, grounds, motifs, houses, crowns, start tile and finish."""
