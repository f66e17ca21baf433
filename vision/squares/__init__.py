"""Squares: classify single squares, detect unknown tiles, tell the printing, learn new tiles, read castle colours."""
