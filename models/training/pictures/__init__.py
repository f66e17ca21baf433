"""The labelled pictures, and squares cut from them."""
