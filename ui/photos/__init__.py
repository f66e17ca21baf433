"""From the bytes of a photo to boards: the only room of the app that reads photos."""
