"""The reader: read the kingdoms in a photo, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from scoring.boxes import BASE, Box, Printing
from scoring.message import message
from scoring.terrain import CASTLE
from vision.decode.domino_set import build_domino_set
from vision.errors import NoKingdomFound, PhotoError, VisionError
from vision.locate.lattice import SMALL_GRID
from vision.locate.locate import RETRY_SEARCHES, SEARCHES, Location, Search, measure_overlap
from vision.occlusion import detect_occlusion, reset_covered_occupancy, weaken_covered
from vision.photo.light import brighten_if_dark, is_colourless, is_washed_out, normalise_light, remove_blue_cast
from vision.photo.photo import Photo, PhotoSource, Points, load
from vision.pipeline.calibration import Calibration, get_calibration
from vision.pipeline.decoding import assign_castle_colours, read_undecoded, warn_of_conflicts
from vision.pipeline.grids import GridReading, PhotoGrids, empty_strays, may_hold_kingdom, select_kingdoms
from vision.pipeline.reading import Reading
from vision.pipeline.retries import decode_with_retries
from vision.rectify import cut_squares, project_grid_points, warp
from vision.squares.castles import CERTAIN_CASTLE_PROBABILITY
from vision.squares.classify import KINDS, SquareClassifier, SquarePredictions, get_shipped_classifier
from vision.squares.out_of_distribution import detect_unknown
from vision.squares.printing import (
    NO_EVIDENCE,
    Odds,
    build_certain_odds,
    compute_printing_odds,
    condition_on_one_printing,
)
from vision.squares.taught_tiles import TaughtTiles, apply_taught_tiles, classify_novel_kinds


@dataclass(frozen=True)
class ReaderThresholds:
    """Limits of the search for kingdoms, and of squares that are compared with known tiles."""

    locate_px: int = 1600  # long side in which kingdoms are located; squares of a whole table are still large enough
    min_corner_certainty: float = 0.3  # mean over the corners of a grid
    min_cut_off_certainty: float = 0.5  # of a truncated grid: without a kingdom it is reported as cut off
    max_rejected_candidates: int = 3  # of a photo, before the search ends
    min_tile_probability: float = 0.74  # of a square that is compared; corners set by hand give 0.75 at most
    max_hidden_share: float = 0.5  # of a square that is compared


THRESHOLDS = ReaderThresholds()
COLOURLESS = message(
    "This photo is black and white, and terrains are told by their colours. "
    "Take it in colour, or enter the board by hand."
)
NO_KINGDOM = message("No kingdom found. Shoot from above, with all of it in frame.")

TileSet = Printing | TaughtTiles
"""The art of the tiles: one of the official printings, or tiles that people have taught."""
Progress = Callable[[str], None]
"""Called with ``finding``, ``reading`` and ``checking`` as each step begins."""
OnGrids = Callable[[Sequence[Points]], None]
"""Called with the grid points (rows + 1, columns + 1, 2) of each grid, in upright pixels of the original photo."""


@dataclass(frozen=True, kw_only=True)
class Reader:
    """Read kingdoms from photos; the methods from ``load`` to ``warn`` are the stages, in the order in which they run.

    ``find`` runs ``load``, ``locate``, ``rectify``, ``classify`` and ``select`` for one photo. ``decode`` then
    chooses the most probable kingdoms of one or more photos together, and ``warn`` adds what concerns several kingdoms.

    Attributes:
        tiles: The printing or the taught tiles on the table; by default the official printing is detected.
        box: The dominoes on the table.
        classifier: The network that classifies squares.
        calibration: The thresholds on confidence that belong to the networks.

    Example:
        >>> reader = Reader()
        >>> grids = reader.find("sample_images/two-kingdoms.jpg")
        >>> [(len(grid.log_probabilities), grid.uncertain) for grid in grids.grids]
        [(5, False), (5, False)]
        >>> [readings] = reader.decode([grids])
        >>> [reading.sure for reading in reader.warn(readings)]
        [True, True]
    """

    tiles: TileSet | None = None
    box: Box = BASE
    classifier: SquareClassifier = field(default_factory=get_shipped_classifier)
    calibration: Calibration = field(default_factory=get_calibration)

    def __post_init__(self) -> None:
        if self.tiles is not None and not isinstance(self.tiles, TileSet):
            raise TypeError(
                f"tiles is a vision.TaughtTiles or a scoring.boxes.Printing, not {type(self.tiles).__name__}; "
                "vision.load_tiles reads a file of taught tiles"
            )
        if not isinstance(self.box, Box):
            raise TypeError(f"box is a scoring.Box, not {type(self.box).__name__}")

    def read(self, source: PhotoSource) -> list[Reading]:
        """Read every kingdom in a photo; errors are those of ``vision.read``."""
        return self.warn(self.decode([self.find(source)])[0])

    def find(
        self,
        source: PhotoSource,
        *,
        corners: Points | None = None,
        grid: tuple[int, int] | None = None,
        progress: Progress | None = None,
        on_grids: OnGrids | None = None,
    ) -> PhotoGrids:
        """Find the kingdoms in a photo and classify their squares, without decoding them.

        Args:
            source: The photo.
            corners: (4, 2), in upright pixels of the original photo; they replace the search.
            grid: Rows and columns between the corners; 5 x 5 by default.
            progress: Called as each step begins.
            on_grids: Called with the grids of each search, in upright pixels of the original photo.

        Raises:
            PhotoError: The photo or the corners cannot be used.
            NoKingdomFound: Nothing in the photo looks like a kingdom.
        """
        start = perf_counter()
        photo = self.load(source)
        searches = SEARCHES if corners is None else (search_corners(corners, grid or (SMALL_GRID, SMALL_GRID)),)
        rejected_count = 0
        for search in searches:
            if progress:
                progress("finding")
            locations = self.locate(photo, search)
            if on_grids:
                on_grids([project_grid_points(each.corners(photo), each.rows, each.columns) for each in locations])
            if progress:
                progress("reading")
            rejected: list[Location] = []
            if corners is None:
                max_rejected = THRESHOLDS.max_rejected_candidates - rejected_count
                kingdoms, rejected = self._select_at(photo, locations, max_rejected)
            else:
                kingdoms = [self.classify(photo, each, reject=False) for each in locations]
            rejected_count += len(rejected)
            if kingdoms or rejected_count >= THRESHOLDS.max_rejected_candidates:
                break
        if not kingdoms:
            raise NoKingdomFound(NO_KINGDOM)
        return PhotoGrids(
            photo,
            kingdoms,
            perf_counter() - start,
            manual_corners=corners is not None,
            box=self.box,
            taught=isinstance(self.tiles, TaughtTiles),
            retry_searches=RETRY_SEARCHES if search is SEARCHES[0] else (),
            cut_off=any(each.truncated and each.certainty >= THRESHOLDS.min_cut_off_certainty for each in rejected),
            calibration=self.calibration,
        )

    def load(self, source: PhotoSource) -> Photo:
        """Stage 1: decode the photo, upright and of bounded size."""
        return load(source)

    def locate(self, photo: Photo, search: Search = SEARCHES[0]) -> list[Location]:
        """Stage 2: locate the grids that may be kingdoms, in reading order.

        Raises:
            PhotoError: The photo has no colours.
        """
        small = photo.reduce_to(THRESHOLDS.locate_px)
        lit = Photo(remove_blue_cast(brighten_if_dark(small.image)), small.scale)
        certain = [each for each in search(lit) if each.certainty >= THRESHOLDS.min_corner_certainty]
        locations = [each.scale(small.scale / photo.scale) for each in certain]
        if locations and is_colourless(small.image):
            boards = (warp(photo.image, each.homography, each.rows, each.columns) for each in locations)
            if all(is_washed_out(board) for board in boards):  # a small kingdom on a grey table has few coloured pixels
                raise PhotoError(COLOURLESS)
        return locations

    def rectify(self, photo: Photo, location: Location) -> NDArray[np.uint8]:
        """Stage 3: return the squares (rows * columns, 64, 64, 3) from straight above in normalised light."""
        board = warp(photo.image, location.homography, location.rows, location.columns)
        return cut_squares(normalise_light(board), location.rows, location.columns)

    def classify(self, photo: Photo, location: Location, *, reject: bool = True) -> GridReading:
        """Stage 4: classify the squares of a grid and weaken the evidence of covered ones.

        Args:
            photo: The photo.
            location: The grid in it.
            reject: Whether to skip the slower steps for a grid that cannot be a kingdom by the fast prediction, which
                is without test-time augmentation.
        """
        rows, columns = location.rows, location.columns
        crops = self.rectify(photo, location)
        fast = self.classifier.predict(crops)
        fast_prediction = self._adapt_to_tiles(fast).logs.reshape(rows, columns, -1)
        fast_reading = GridReading(
            location,
            fast_prediction,
            hidden=np.zeros((rows, columns), np.float32),
            novel_probabilities=np.empty((rows, columns, 0), np.float32),
        )
        if reject and not may_hold_kingdom(fast_reading, self.box, self.calibration.kingdom):
            return fast_reading
        predictions = self._adapt_to_tiles(self.classifier.refine(crops, fast))
        logs, covered, hidden = detect_occlusion(photo.image, location, crops, predictions)
        novel = self._compute_novel_probabilities(crops, logs, location, covered, predictions)
        if covered.any():
            location, logs = reset_covered_occupancy(location, covered), weaken_covered(logs, covered)
        return empty_strays(
            GridReading(
                location,
                logs,
                hidden=hidden,
                novel_probabilities=novel,
                printing=self._get_printing_odds() + compute_printing_odds(predictions.in_printings).sum(0),
                fast_prediction=fast_prediction,
            )
        )

    def select(self, grid: GridReading) -> list[GridReading]:
        """Stage 5: return the kingdoms in a classified grid: none, one, or two in line."""
        return select_kingdoms(grid, self.box, self.calibration.kingdom)

    def decode(self, photos: Sequence[PhotoGrids], *, use_dominoes: bool = True) -> list[list[Reading]]:
        """Stage 6: choose and assess the most probable kingdoms of all photos: no domino or castle is used twice.

        If one box cannot supply them all, because they are not of one game, each kingdom is decoded by itself.

        Args:
            photos: What ``find`` returned for photos of one game.
            use_dominoes: False takes the classifier's answer for each square, whatever the dominoes allow.

        Returns:
            The readings of each photo, in the order of ``photos``.
        """
        start = perf_counter()
        if use_dominoes:
            candidates = decode_with_retries(photos, self.search_again)
        else:
            candidates = [read_undecoded(photo) for photo in photos]
        readings = assign_castle_colours(candidates, self.calibration.castle)
        seconds = perf_counter() - start
        return [[replace(each, seconds=each.seconds + seconds) for each in of_photo] for of_photo in readings]

    def warn(self, readings: Sequence[Reading]) -> list[Reading]:
        """Stage 7: warn of kingdoms of one photo that claim the same domino; they are not sure."""
        return warn_of_conflicts(readings, self.box)

    def search_again(self, photo: PhotoGrids, search: Search, near: Sequence[Location]) -> list[GridReading]:
        """Return the kingdoms of another search that overlap one of these locations; none if the search fails."""
        with suppress(VisionError):
            found = self.locate(photo.photo, search)
            locations = [each for each in found if any(measure_overlap(each, one) > 0 for one in near)]
            return self._select_at(photo.photo, locations, THRESHOLDS.max_rejected_candidates)[0]
        return []

    def change_box(self, photo: PhotoGrids) -> PhotoGrids:
        """Convert what a reader of the base game found to this reader's box, without locating it again.

        ``classify`` compares squares behind a standing castle with known tiles; this does not, because a grid keeps
        only how much of a square is hidden. The result has no retry searches.
        """
        grids = []
        for grid in photo.grids:
            crops = self.rectify(photo.photo, grid.location)
            novel = self._compute_novel_probabilities(crops, grid.log_probabilities, grid.location, grid.hidden)
            grids += self.select(grid._replace(novel_probabilities=novel))
        return replace(photo, grids=grids, box=self.box, retry_searches=())

    def _select_at(
        self, photo: Photo, locations: Sequence[Location], max_rejected: int
    ) -> tuple[list[GridReading], list[Location]]:
        """Classify the grids at these locations, most certain first, until ``max_rejected`` are no kingdom.

        Returns:
            The kingdoms in the order of ``locations``; the locations without one.
        """
        kingdoms: dict[int, list[GridReading]] = {}
        rejected: list[Location] = []
        for index in sorted(range(len(locations)), key=lambda index: -locations[index].certainty):
            if len(rejected) >= max_rejected:
                break
            kingdoms[index] = self.select(self.classify(photo, locations[index]))
            if not kingdoms[index]:
                rejected.append(locations[index])
        return [each for index in sorted(kingdoms) for each in kingdoms[index]], rejected

    def _adapt_to_tiles(self, predictions: SquarePredictions) -> SquarePredictions:
        """Condition predictions on all tiles being of the taught set, or of one official printing."""
        if isinstance(self.tiles, TaughtTiles):
            return apply_taught_tiles(self.tiles, predictions)
        logs = condition_on_one_printing(predictions.logs, predictions.in_printings, self._get_printing_odds())
        return predictions._replace(logs=logs)

    def _get_printing_odds(self) -> Odds:
        """Return the log-likelihoods (3,) of the printings before the photo is seen."""
        return build_certain_odds(self.tiles) if isinstance(self.tiles, Printing) else NO_EVIDENCE

    def _compute_novel_probabilities(
        self,
        crops: NDArray[np.uint8],
        logs: NDArray[np.float32],
        location: Location,
        hidden: NDArray[np.float32],
        predictions: SquarePredictions | None = None,
    ) -> NDArray[np.float32]:
        """Return the probabilities of what the network was not trained on, (rows, columns, 1 + kinds of dominoes).

        Args:
            crops: (rows * columns, 64, 64, 3), the squares.
            logs: (rows, columns, 18), log-probabilities of their kinds.
            location: Their grid.
            hidden: (rows, columns), hidden or covered shares; mostly hidden squares are not compared and get zeros.
            predictions: What the network says of the squares, if it was asked before.

        Returns:
            On the last axis first an unknown kind, then the kinds of dominoes. It is empty for the base game, all
            tiles of which are in the training set.
        """
        if self.box == BASE:
            return np.empty((location.rows, location.columns, 0), np.float32)
        is_tile = location.occupancy >= THRESHOLDS.min_tile_probability
        is_visible_tile = is_tile & (hidden < THRESHOLDS.max_hidden_share)
        is_visible_tile &= logs[..., KINDS.index(CASTLE)] < np.log(CERTAIN_CASTLE_PROBABILITY)  # castles vary too much
        domino_set = build_domino_set(self.box)
        if isinstance(self.tiles, TaughtTiles):  # all of them are out of distribution: only taught kinds count
            embeddings = (predictions or self.classifier.predict(crops)).embeddings
            found = classify_novel_kinds(self.tiles, embeddings, domino_set.kinds[: domino_set.domino_kind_count])
        else:
            found = np.zeros((len(crops), 1 + domino_set.domino_kind_count), np.float32)
            found[:, 0] = detect_unknown(crops)
        return found.reshape(*is_visible_tile.shape, -1) * is_visible_tile[..., None].astype(np.float32)


def search_corners(corners: Points, grid: tuple[int, int]) -> Search:
    """Return a search that finds the one grid of these rows and columns between corners set by hand."""
    return lambda photo: [Location.from_corners(photo, corners, *grid)]
