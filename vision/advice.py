"""What would make a better photo, said before a wrong score is believed."""

from __future__ import annotations

import cv2
import numpy as np

from scoring.kingdom import place_name
from scoring.sentence import in_a_row, said
from vision.photo import Bgr
from vision.rectify import cut_squares

BLURRED = 0.24  # sharpness of squares blurred by 2.5 of their 64 pixels (sigma): beyond that crowns are lost
DARK = 10  # mean brightness, of 255
GLARING = 0.25  # share of a square that is white
WHITE = 250


def advice(board: Bgr, rows: int, columns: int) -> tuple[str, ...]:
    """How to take the photo better, for a board rectified to 64 pixels a square; nothing for a good photo."""
    found = []
    if board.mean() < DARK:
        found.append(said("The photo is very dark. Turn on a lamp and take it again."))
    elif sharpness(board) < BLURRED:
        found.append(said("The photo is blurred. Hold the phone still, tap the kingdom to focus and take it again."))
    white = (cut_squares(board, rows, columns).min(-1) >= WHITE).mean((1, 2)).reshape(rows, columns)
    glaring = np.argwhere(white > GLARING).tolist()
    if glaring:
        places = in_a_row([place_name((row, column)) for row, column in glaring[:3]])
        if len(glaring) > 3:
            places = said("{places} and {number} more", places=places, number=len(glaring) - 3)
        glare = "Light glares on {places}. Move the lamp or the phone if these squares look wrong."
        found.append(said(glare, places=places))
    return tuple(found)


def sharpness(board: Bgr) -> float:
    """The strength of fine detail against coarse: about 0.8 in a sharp photo, 0.2 in a blurred one."""
    grey = cv2.cvtColor(board, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 2.0)
    coarse = cv2.GaussianBlur(grey, (0, 0), 8.0)
    return float((grey - fine).std() / max(float((fine - coarse).std()), 1e-3))
