"""The stages of reading a photo; start at ``read.py``.

The values between the stages, in the order in which they are made:

    Photo          an upright picture (``vision.photo``)
    Location       a grid in it (``vision.locate``)
    GridReading    a grid with the evidence for the kind of each square
    PhotoGrids     the kingdoms among the grids of a photo
    Decoded        the kind that was chosen for each square
    Evidence       what was seen of one kingdom, kept to decode it again
    Assessment     a decoded kingdom with its doubts and warnings
    Candidate      a reading whose castle was not yet compared with those of the other kingdoms
    Reading        the result
"""
