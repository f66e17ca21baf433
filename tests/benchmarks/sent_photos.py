"""The photos that the people of a load test send, as large as the app's own page sends them."""

from __future__ import annotations

import cv2
import numpy as np

from tests.given import SAMPLES

SHOWN = {
    "Ana": ("kitchen-table", "phone-shadow-on-cork"),
    "Ben": ("standing-castle",),
    "Chloé": ("cutting-mat", "gap-on-checks"),
    "Dev": ("evening-lamp",),
}
"""The players of every table, in the order of the castles, and the samples that show their castle or hide it."""
SENT_SIDE, SENT_QUALITY = 2400, 88  # as ui/photo_sender sends photos


def as_sent(name: str) -> bytes:
    """A sample photo as the app's page sends one from a phone's camera."""
    image = np.asarray(cv2.imread(str(SAMPLES / f"{name}.jpg")))
    scale = SENT_SIDE / max(image.shape)
    larger = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", larger, [cv2.IMWRITE_JPEG_QUALITY, SENT_QUALITY])[1].tobytes()


def all_photos() -> dict[str, list[bytes]]:
    """What each player may send."""
    return {name: [as_sent(sample) for sample in samples] for name, samples in SHOWN.items()}
