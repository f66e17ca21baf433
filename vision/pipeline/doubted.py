"""Kingdoms of which little is in doubt are looked at again: their photo is searched otherwise, and decoded anew.

Another look sees the same squares; what it may find better is where they lie. So it counts where it sees the same
kingdom plainly. What dominoes make up takes the place of what they do not, but is contested, and not sure, until one
more look sees it plainly. Where two looks see two kingdoms that both could be laid, the first one stays, in doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from vision.locate.locate import SAME_KINGDOM, overlap
from vision.pipeline.calibration import least_confidence
from vision.pipeline.find import Grids
from vision.pipeline.layouts import Layout
from vision.pipeline.reading import Candidate, candidates, checked_in

PLAIN = 0.84  # confidence of its least sure square from which a kingdom needs no other look: all that are sure
# Squares below that with which another look is worth its time: of 61 photos, real and composed, with a kingdom of one
# or two such squares it settled 10, of 11 with three or four none, and of 96 with more none rightly.
FEW = 2
SAME_PLACE = 0.5  # of the smaller of two grids: what they share at least where they are of one kingdom

At = tuple[int, int]  # the number of a photo, and of a kingdom in it
Seen = list[list[Candidate]]  # the kingdoms of each photo
Decode = Callable[[Sequence[Grids]], Seen]


def seen_together(photos: Sequence[Grids]) -> Seen:
    """The most probable kingdoms of all photos together, those in doubt after other looks at their photos."""
    start = perf_counter()
    seen = reread_doubtful(photos, candidates)
    return checked_in(perf_counter() - start, seen)


def reread_doubtful(photos: Sequence[Grids], decode: Decode) -> Seen:
    """The kingdoms of photos as ``decode`` has them, those in doubt after the other looks at their photos."""
    seen = decode(photos)
    doubted = {at for at, each in _numbered(seen) if may_be_settled(each)}
    for number in range(max((len(grids.retry_searches) for grids in photos), default=0)):
        before = dict(_numbered(seen))
        found = {
            at: layout._replace(contested=not before[at].reading.plausible)
            for at, layout in _looked_at(photos, doubted, number).items()
        }
        if not found:
            continue
        tried = decode(_with(photos, found))
        after = dict(_numbered(tried))
        better = {at: layout for at, layout in found.items() if is_improvement(before[at], after[at])}
        doubted -= {at for at in found if contradicts(before[at], after[at])}
        doubted -= {at for at, layout in better.items() if is_plain(after[at]) and not layout.contested}
        if better:
            photos = _with(photos, better)
            seen = tried if len(better) == len(found) else decode(photos)
    return seen


def is_plain(seen: Candidate) -> bool:
    """True for a kingdom that could be laid as it was read, and of which no square is in much doubt."""
    return seen.reading.plausible and least_confidence(seen.reading.squares) >= PLAIN


def may_be_settled(seen: Candidate) -> bool:
    """True for a kingdom in doubt that another look may see plainly: few of its squares are."""
    confidences = [square.confidence for row in seen.reading.squares for square in row]
    return not is_plain(seen) and sum(confidence < PLAIN for confidence in confidences) <= FEW


def is_improvement(before: Candidate, after: Candidate) -> bool:
    """True where another look at a kingdom in doubt is to be believed."""
    if not before.reading.plausible:
        return after.reading.plausible
    return is_plain(after) and not contradicts(before, after)


def contradicts(before: Candidate, after: Candidate) -> bool:
    """True where two looks see two kingdoms of which each could be laid; turned by a quarter they are one."""
    one, other = before.reading, after.reading
    return one.plausible and other.plausible and one.kingdom.canonical() != other.kingdom.canonical()


def _numbered(seen: Seen) -> list[tuple[At, Candidate]]:
    return [((photo, at), each) for photo, of_photo in enumerate(seen) for at, each in enumerate(of_photo)]


def _looked_at(photos: Sequence[Grids], doubted: Collection[At], number: int) -> dict[At, Layout]:
    """The layouts of the kingdoms in doubt in another look; nothing of those that it does not find."""
    found = {}
    for photo, grids in enumerate(photos):
        places = sorted(at for of_photo, at in doubted if of_photo == photo)
        if places and number < len(grids.retry_searches):
            others = grids.retry_searches[number]([grids.layouts[at].location for at in places])
            found.update({(photo, at): each for at in places for each in _at_place(grids.layouts, at, others)[:1]})
    return found


def _at_place(layouts: Sequence[Layout], at: int, others: Sequence[Layout]) -> list[Layout]:
    """The layouts that lie where one of a photo's kingdoms does and where no other does, the nearest first."""
    here, elsewhere = layouts[at], [*layouts[:at], *layouts[at + 1 :]]
    return sorted(
        (
            other
            for other in others
            if overlap(other.location, here.location) > SAME_PLACE
            and all(overlap(other.location, each.location) < SAME_KINGDOM for each in elsewhere)
        ),
        key=lambda other: -overlap(other.location, here.location),
    )


def _with(photos: Sequence[Grids], found: Mapping[At, Layout]) -> list[Grids]:
    """The photos with other layouts in the place of some of theirs."""
    return [
        replace(grids, layouts=[found.get((photo, at), layout) for at, layout in enumerate(grids.layouts)])
        for photo, grids in enumerate(photos)
    ]
