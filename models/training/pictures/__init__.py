"""The labelled pictures and what is cut from them."""
