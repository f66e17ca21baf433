"""Photos: the upload queue, reading into boards, and pictures. No other package of the app reads photos."""
