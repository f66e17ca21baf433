"""How long a 12 MP photo takes on one core, step by step, against OpenCV's full decode of the same file.

``python tests/benchmarks/bench_reading.py``
"""

from __future__ import annotations

import time
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from vision import read

SAMPLES = Path(__file__).parents[2] / "sample_images"
SIZE = (4032, 3024)  # 12 MP, as phones take them
RUNS = 9


def enlarged(path: Path) -> bytes:
    """A sample photo as a 12 MP JPEG."""
    image = cv2.resize(cv2.imread(str(path)), SIZE, interpolation=cv2.INTER_CUBIC)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])[1])


def full_decode(photo: bytes) -> float:
    """Seconds of processor time that OpenCV needs to decode the whole file."""
    stored = np.frombuffer(photo, np.uint8)
    started = time.process_time()
    cv2.imdecode(stored, cv2.IMREAD_COLOR)
    return time.process_time() - started


def main() -> None:
    cv2.setNumThreads(1)
    print(f"{'photo':<24}{'MB':>5}{'read':>9}{'decode':>9}{'ratio':>7}   processor seconds, median of {RUNS}, one core")
    for path in sorted(SAMPLES.glob("*.jpg")):
        photo = enlarged(path)
        read(photo)
        reads, decodes = [], []
        for _ in range(RUNS):
            started = time.process_time()
            read(photo)
            reads.append(time.process_time() - started)
            decodes.append(full_decode(photo))
        ratio = median(reads) / median(decodes)
        print(f"{path.stem:<24}{len(photo) / 1e6:>5.1f}{median(reads):>9.3f}{median(decodes):>9.3f}{ratio:>7.1f}")


if __name__ == "__main__":
    main()
