"""Decode kingdoms; locate an unsettled one by another search and decode it again.

A kingdom is settled if it is certain, or if so many of its squares are weak that a retry hardly ever helps. A retry
search sees the same squares, but may locate them better. Its result replaces an unsettled kingdom only if it is certain
and shows the same kingdom. A plausible kingdom replaces an implausible one, but stays contested, and not sure, until
another retry confirms it. If two searches give two different plausible kingdoms, the first one stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.locate.locate import SAME_KINGDOM, Location, Search, measure_overlap
from vision.pipeline.calibration import least_confidence
from vision.pipeline.decoding import Candidate, decode_photos
from vision.pipeline.grids import GridReading, PhotoGrids
from vision.warning import WarningCode


@dataclass(frozen=True)
class RetryThresholds:
    """Limits of what is searched again. A square is weak if its confidence is below ``min_confidence``."""

    min_confidence: float = 0.84  # of each square of a certain kingdom
    max_weak_squares: int = 2  # of an unsettled kingdom
    min_overlap: float = 0.5  # of the smaller grid; with less the retry shows another kingdom


THRESHOLDS = RetryThresholds()

KingdomId = tuple[int, int]  # (index of a photo, index of a kingdom in it)
Decoded = list[list[Candidate]]
"""The kingdoms of each photo."""
Decode = Callable[[Sequence[PhotoGrids]], Decoded]
"""Decodes the kingdoms of all photos together."""
SearchAgain = Callable[[PhotoGrids, Search, Sequence[Location]], Sequence[GridReading]]
"""Searches a photo in another way; returns the kingdoms that overlap the locations: ``Reader.search_again``."""


def decode_with_retries(
    photos: Sequence[PhotoGrids], search_again: SearchAgain, decode: Decode = decode_photos
) -> Decoded:
    """Decode all photos together, then unsettled kingdoms again with the grids of each retry search.

    Args:
        photos: The photos with their first grids and their retry searches.
        search_again: Runs a retry search.
        decode: Decodes all photos; it is called once, and once or twice for each retry search that finds a grid.
    """
    decoded = decode(photos)
    unsettled = {key for key, each in _list_candidates(decoded) if is_worth_retry(each)}
    for search_index in range(max((len(photo.retry_searches) for photo in photos), default=0)):
        before = dict(_list_candidates(decoded))
        found = {
            key: grid._replace(contested=grid.contested or not before[key].reading.plausible)
            for key, grid in _locate_again(photos, unsettled, search_index, search_again).items()
        }
        if not found:
            continue
        retried = decode(_replace_grids(photos, found))
        after = dict(_list_candidates(retried))
        better = {key: grid for key, grid in found.items() if is_improvement(before[key], after[key])}
        unsettled -= {key for key in found if contradicts(before[key], after[key])}
        unsettled -= {key for key, grid in better.items() if is_certain(after[key]) and not grid.contested}
        if better:
            photos = _replace_grids(photos, better)
            decoded = retried if len(better) == len(found) else decode(photos)
    return decoded


def is_certain(candidate: Candidate) -> bool:
    """Return whether a kingdom is plausible and each of its squares has a high confidence."""
    return candidate.reading.plausible and least_confidence(candidate.reading.squares) >= THRESHOLDS.min_confidence


def is_worth_retry(candidate: Candidate) -> bool:
    """Return whether a kingdom is unsettled: not certain, but with few weak squares."""
    confidences = [square.confidence for row in candidate.reading.squares for square in row]
    weak_count = sum(confidence < THRESHOLDS.min_confidence for confidence in confidences)
    return not is_certain(candidate) and weak_count <= THRESHOLDS.max_weak_squares


def is_improvement(before: Candidate, after: Candidate) -> bool:
    """Return whether the result of a retry replaces an unsettled kingdom; one with a stray domino must not grow."""
    one, other = before.reading, after.reading
    if not one.plausible:
        has_stray = any(warning.code is WarningCode.STRAY_DOMINO for warning in one.warnings)
        return other.plausible and not (has_stray and other.kingdom.tile_count > one.kingdom.tile_count)
    return is_certain(after) and not contradicts(before, after)


def contradicts(before: Candidate, after: Candidate) -> bool:
    """Return whether two results are plausible and differ by more than a rotation."""
    one, other = before.reading, after.reading
    return one.plausible and other.plausible and one.kingdom.canonical() != other.kingdom.canonical()


def _list_candidates(decoded: Decoded) -> list[tuple[KingdomId, Candidate]]:
    return [((photo, index), each) for photo, of_photo in enumerate(decoded) for index, each in enumerate(of_photo)]


def _locate_again(
    photos: Sequence[PhotoGrids], unsettled: Collection[KingdomId], search_index: int, search_again: SearchAgain
) -> dict[KingdomId, GridReading]:
    """Return the grids of the unsettled kingdoms that the retry search at this index finds."""
    found = {}
    for index, photo in enumerate(photos):
        kingdoms = sorted(kingdom for photo_index, kingdom in unsettled if photo_index == index)
        if not kingdoms or search_index >= len(photo.retry_searches):
            continue
        near = [photo.grids[kingdom].location for kingdom in kingdoms]
        retried = search_again(photo, photo.retry_searches[search_index], near)
        for kingdom in kingdoms:
            grid = _find_same_grid(photo.grids, kingdom, retried)
            if grid is not None:
                found[index, kingdom] = grid
    return found


def _find_same_grid(grids: Sequence[GridReading], index: int, retried: Sequence[GridReading]) -> GridReading | None:
    """Return the retried grid that overlaps the grid at an index the most, and no other grid of the photo, or None."""
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
