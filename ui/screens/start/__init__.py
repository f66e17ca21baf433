"""The first screen: photograph, join, go on."""
