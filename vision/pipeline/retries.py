"""Decode kingdoms; if a few squares of one are doubtful, locate its grid by another search and decode it again.

A retry search sees the same squares, but may locate them better. Its result replaces a doubtful kingdom only if it is
certain and shows the same kingdom. A kingdom that dominoes explain replaces one that they do not; it stays contested,
and not sure, until another retry confirms it. If two searches give two different legal kingdoms, the first one stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from vision.locate.locate import SAME_KINGDOM, measure_overlap
from vision.pipeline.calibration import least_confidence
from vision.pipeline.decoding import Candidate, add_decoding_time, decode_photos
from vision.pipeline.grids import GridReading, PhotoGrids


@dataclass(frozen=True)
class RetryThresholds:
    """Limits of what is searched again.

    Origin of the measured values:
        max_doubtful_squares: Of 61 photos, real and composed, with one or two doubtful squares a retry settled 10; of
            11 with three or four, none; of 96 with more, none rightly.
    """

    min_confidence: float = 0.84  # of each square of a kingdom that needs no retry; all kingdoms that are sure have it
    max_doubtful_squares: int = 2  # below that confidence; with more a retry is not worth its time
    min_overlap: float = 0.5  # of the smaller grid, from which two searches found the same kingdom


THRESHOLDS = RetryThresholds()

KingdomId = tuple[int, int]  # the indices of a photo and of a kingdom in it
Decoded = list[list[Candidate]]
"""The kingdoms of each photo."""
Decode = Callable[[Sequence[PhotoGrids]], Decoded]
"""Decodes the kingdoms of all photos together: ``decode_photos``."""


def decode_with_retries(photos: Sequence[PhotoGrids]) -> Decoded:
    """Decode the kingdoms of all photos together, with retry searches for doubtful ones."""
    start = perf_counter()
    decoded = retry_doubtful(photos, decode_photos)
    return add_decoding_time(decoded, perf_counter() - start)


def retry_doubtful(photos: Sequence[PhotoGrids], decode: Decode) -> Decoded:
    """Decode photos, then decode doubtful kingdoms again with the grids of each retry search until none is doubtful.

    Args:
        photos: The photos with their first grids and their retry searches.
        decode: Decodes all photos; it is called once, and once or twice for each retry search that finds a grid.
    """
    decoded = decode(photos)
    doubtful = {key for key, each in _list_candidates(decoded) if is_worth_retry(each)}
    for number in range(max((len(photo.retry_searches) for photo in photos), default=0)):
        before = dict(_list_candidates(decoded))
        found = {
            key: grid._replace(contested=not before[key].reading.plausible)
            for key, grid in _search_again(photos, doubtful, number).items()
        }
        if not found:
            continue
        retried = decode(_replace_grids(photos, found))
        after = dict(_list_candidates(retried))
        better = {key: grid for key, grid in found.items() if is_improvement(before[key], after[key])}
        doubtful -= {key for key in found if contradicts(before[key], after[key])}
        doubtful -= {key for key, grid in better.items() if is_certain(after[key]) and not grid.contested}
        if better:
            photos = _replace_grids(photos, better)
            decoded = retried if len(better) == len(found) else decode(photos)
    return decoded


def is_certain(candidate: Candidate) -> bool:
    """Return whether a kingdom is plausible and each of its squares has a high confidence."""
    return candidate.reading.plausible and least_confidence(candidate.reading.squares) >= THRESHOLDS.min_confidence


def is_worth_retry(candidate: Candidate) -> bool:
    """Return whether a retry may settle the doubts about a kingdom, because few squares are doubtful."""
    confidences = [square.confidence for row in candidate.reading.squares for square in row]
    doubtful = sum(confidence < THRESHOLDS.min_confidence for confidence in confidences)
    return not is_certain(candidate) and doubtful <= THRESHOLDS.max_doubtful_squares


def is_improvement(before: Candidate, after: Candidate) -> bool:
    """Return whether the result of a retry replaces a doubtful kingdom."""
    if not before.reading.plausible:
        return after.reading.plausible
    return is_certain(after) and not contradicts(before, after)


def contradicts(before: Candidate, after: Candidate) -> bool:
    """Return whether two results are plausible and differ by more than a rotation."""
    one, other = before.reading, after.reading
    return one.plausible and other.plausible and one.kingdom.canonical() != other.kingdom.canonical()


def _list_candidates(decoded: Decoded) -> list[tuple[KingdomId, Candidate]]:
    return [((photo, index), each) for photo, of_photo in enumerate(decoded) for index, each in enumerate(of_photo)]


def _search_again(
    photos: Sequence[PhotoGrids], doubtful: Collection[KingdomId], number: int
) -> dict[KingdomId, GridReading]:
    """Return the grids of the doubtful kingdoms that the retry search of this number finds."""
    found = {}
    for index, photo in enumerate(photos):
        kingdoms = sorted(kingdom for of_photo, kingdom in doubtful if of_photo == index)
        if not kingdoms or number >= len(photo.retry_searches):
            continue
        retried = photo.retry_searches[number]([photo.grids[kingdom].location for kingdom in kingdoms])
        for kingdom in kingdoms:
            grid = _find_same_grid(photo.grids, kingdom, retried)
            if grid is not None:
                found[index, kingdom] = grid
    return found


def _find_same_grid(grids: Sequence[GridReading], index: int, retried: Sequence[GridReading]) -> GridReading | None:
    """Return the grid of a retry that overlaps one of a photo's grids the most, and no other of them; None if none."""
    here, elsewhere = grids[index].location, [*grids[:index], *grids[index + 1 :]]
    matches = [
        grid
        for grid in retried
        if measure_overlap(grid.location, here) > THRESHOLDS.min_overlap
        and all(measure_overlap(grid.location, each.location) < SAME_KINGDOM for each in elsewhere)
    ]
    return max(matches, key=lambda grid: measure_overlap(grid.location, here), default=None)


def _replace_grids(photos: Sequence[PhotoGrids], found: Mapping[KingdomId, GridReading]) -> list[PhotoGrids]:
    """Return the photos with some of their grids replaced."""
    return [
        replace(photo, grids=[found.get((number, index), grid) for index, grid in enumerate(photo.grids)])
        for number, photo in enumerate(photos)
    ]
