"""Break what is promised, one line at a time, and see that a test fails: ``python tests/benchmarks/mutations.py``.

Every row changes one place of the code, in a copy of this checkout, and runs the tests that are there for it. A row
that no test fails for is *missed*: a promise (``tests/README.md``) or a rule of the game that anybody could break
unseen. One whose place has changed is *stale*, and is to be written anew. Ends with 1 where a row is missed or stale.

    python tests/benchmarks/mutations.py             # all of them, ten minutes of one core
    python tests/benchmarks/mutations.py undo dragon  # those of which a word is named
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SECONDS = 300  # for the tests of one row: a hang is a failure, too


class Mutation(NamedTuple):
    """The promise, the place that keeps it, what stands there and what instead, and the tests that have to fail."""

    promise: str
    file: str
    before: str
    after: str
    tests: str


MUTATIONS = (
    # --- The rules of Kingdomino
    Mutation(
        "a territory earns squares times crowns",
        "scoring/territories.py",
        "return len(self.squares) * self.crowns",
        "return len(self.squares) + self.crowns",
        "tests/scoring/test_territories.py",
    ),
    Mutation(
        "territories do not join at a corner",
        "scoring/territories.py",
        "(row, column + 1), (row + 1, column))",
        "(row, column + 1), (row + 1, column), (row + 1, column + 1))",
        "tests/scoring/test_territories.py",
    ),
    Mutation(
        "Harmony is for a grid without a gap",
        "scoring/bonuses.py",
        "    if missing:",
        "    if missing > 1:",
        "tests/scoring/test_scoresheet.py",
    ),
    Mutation(
        "Harmony is worth 5 points",
        "scoring/bonuses.py",
        "{Bonus.HARMONY: 5,",
        "{Bonus.HARMONY: 6,",
        "tests/scoring/test_scoresheet.py",
    ),
    Mutation(
        "the Middle Kingdom has its castle in the centre",
        "scoring/bonuses.py",
        "if distance > reach:",
        "if distance > reach + 1:",
        "tests/scoring/test_scoresheet.py",
    ),
    Mutation(
        "the Middle Kingdom is judged as the kingdom lies",
        "scoring/bonuses.py",
        "if place in frame_positions(kingdom, grid) and",
        "if place == (9, 9) and",
        "tests/scoring/test_scoresheet.py",
    ),
    Mutation(
        "the current rulebook shares where the largest territories are equal",
        "scoring/rules.py",
        "return largest if self is Edition.CURRENT else",
        "return largest if self is None else",
        "tests/scoring/test_standings.py",
    ),
    Mutation(
        "the original rulebook counts crowns on a tie",
        "scoring/rules.py",
        "(*largest, Measure.CROWNS)",
        "largest",
        "tests/scoring/test_standings.py",
    ),
    Mutation(
        "equals share a place and the next is left out",
        "scoring/standings.py",
        "yield player, (len(above) + 1,",
        "yield player, (len(set(map(reached.__getitem__, above))) + 1,",
        "tests/scoring/test_standings.py",
    ),
    Mutation(
        "a Dynasty adds its three games up",
        "scoring/standings.py",
        "{player: (sum(each),)",
        "{player: (max(each),)",
        "tests/scoring/test_standings.py",
    ),
    Mutation(
        "a kingdom lies within its grid",
        "scoring/dominoes/legality.py",
        "if len(castles) != 1 or _outside(kingdom, grid or usual_grid(kingdom)):",
        "if len(castles) != 1:",
        "tests/scoring/dominoes/test_legality.py",
    ),
    Mutation(
        "a kingdom has one castle",
        "scoring/dominoes/legality.py",
        "    if not castles:\n        yield",
        "    if castles is None:\n        yield",
        "tests/scoring/dominoes/test_legality.py",
    ),
    Mutation(
        "a box has only so many squares of a kind",
        "scoring/dominoes/legality.py",
        "if square == kind)\n        if len(here) > there:",
        "if square == kind)\n        if len(here) > there + 9:",
        "tests/scoring/dominoes/test_legality.py",
    ),
    Mutation(
        "a domino lies once in a kingdom",
        "scoring/dominoes/tilings.py",
        "    copies[place.face] -= 1\n",
        "",
        "tests/scoring/dominoes/test_legality.py",
    ),
    Mutation(
        "a domino joins what lies already",
        "scoring/dominoes/tilings.py",
        "if step.squares & ~in_reach or any(place in stranded for place in waiting):",
        "if False:",
        "tests/scoring/dominoes/test_legality.py",
    ),
    # --- The boxes
    Mutation(
        "a giant stands on a crown",
        "scoring/pieces.py",
        "max(0, crowns.get(position, 0) - giants)",
        "crowns.get(position, 0)",
        "tests/scoring/expansions/test_giants.py",
    ),
    Mutation(
        "the Four Corners pay for each corner",
        "scoring/expansions/giants.py",
        "_Counted(FOUR_CORNERS * len(found)",
        "_Counted(FOUR_CORNERS * bool(found)",
        "tests/scoring/expansions/test_giants.py",
    ),
    Mutation(
        "the Bleak King counts territories without a crown",
        "scoring/expansions/giants.py",
        " and not territory.crowns\n",
        "\n",
        "tests/scoring/expansions/test_giants.py",
    ),
    Mutation(
        "lines of three crowns share one square at most",
        "scoring/expansions/giants.py",
        "            row, column = row + 2 * down, column + 2 * right",
        "            row, column = row + down, column + right",
        "tests/scoring/expansions/test_giants.py",
    ),
    Mutation(
        "a collector counts tokens of its terrain",
        "scoring/expansions/court.py",
        " for near in tokens if kingdom[near].terrain is _COLLECTS[who]}",
        " for near in tokens}",
        "tests/scoring/expansions/test_court.py",
    ),
    Mutation(
        "the king counts crowns around him",
        "scoring/expansions/court.py",
        "{near: crowns[near] for near",
        "{near: 1 for near",
        "tests/scoring/expansions/test_court.py",
    ),
    Mutation(
        "three coins are a point",
        "scoring/expansions/queendomino.py",
        "points = pieces.coins // COINS_A_POINT",
        "points = pieces.coins",
        "tests/scoring/expansions/test_queendomino.py",
    ),
    Mutation(
        "the queen crowns the largest territory",
        "scoring/expansions/queendomino.py",
        "key=lambda territory: territory.size",
        "key=lambda territory: territory.points",
        "tests/scoring/expansions/test_queendomino.py",
    ),
    Mutation(
        "a building pays for towers or for knights",
        "scoring/expansions/queendomino.py",
        "pieces.towers if building.per is Figure.TOWER else pieces.knights",
        "pieces.towers",
        "tests/scoring/expansions/test_queendomino.py",
    ),
    Mutation(
        "the queen is with the most towers",
        "scoring/expansions/queendomino.py",
        "hosts[0] < max(",
        "hosts[0] < min(",
        "tests/scoring/expansions/test_queendomino.py",
    ),
    # --- Knizia's Kingdoms
    Mutation(
        "the dragon cancels resources",
        "scoring/kingdoms/lines.py",
        "if DRAGON in tiles else ()",
        "if DRAGON not in tiles else ()",
        "tests/scoring/kingdoms/test_kingdoms_scoring.py",
    ),
    Mutation(
        "the gold mine doubles",
        "scoring/kingdoms/lines.py",
        "<< self.gold_mines",
        "<< 0",
        "tests/scoring/kingdoms/test_kingdoms_scoring.py",
    ),
    Mutation(
        "the wizard lifts castles beside it",
        "scoring/kingdoms/lines.py",
        ".count(WIZARD)",
        ".count(None)",
        "tests/scoring/kingdoms/test_kingdoms_scoring.py",
    ),
    Mutation(
        "a mountain parts its row",
        "scoring/kingdoms/lines.py",
        "cuts = [-1, *mountains, len(spaces)]",
        "cuts = [-1, len(spaces)]",
        "tests/scoring/kingdoms/test_kingdoms_scoring.py",
    ),
    Mutation(
        "castles of rank 1 return, others do not",
        "scoring/kingdoms/checks.py",
        "if rank > 1 else 0",
        "if rank > 2 else 0",
        "tests/scoring/kingdoms/test_kingdoms_checks.py",
    ),
    Mutation(
        "a castle counts in its row and its column",
        "scoring/kingdoms/epoch.py",
        "return self.rows + self.columns",
        "return self.rows",
        "tests/scoring/kingdoms/test_kingdoms_scoring.py tests/scoring/kingdoms/test_kingdoms_example.py",
    ),
    Mutation(
        "everybody begins with 50 gold",
        "scoring/kingdoms/game.py",
        "GOLD_AT_THE_START = 50",
        "GOLD_AT_THE_START = 40",
        "tests/scoring/kingdoms/test_kingdoms_game.py",
    ),
    # --- What is certain
    Mutation(
        "a place is certain by more than a misread square",
        "scoring/stakes.py",
        "one.most + MARGIN < other.fewest",
        "one.most < other.fewest",
        "tests/scoring/test_stakes.py",
    ),
    Mutation(
        "doubts that may change the winner are asked about first",
        "scoring/stakes.py",
        "return not decides, -max(",
        "return False, -max(",
        "tests/scoring/test_stakes.py",
    ),
    Mutation(
        "nobody checks what cannot change a place",
        "ui/table/checking.py",
        "return tuple(seat for seat in laid if seat.number not in certain)",
        "return tuple(laid)",
        "tests/ui/table/test_certainty.py tests/ui/table/test_next_step.py",
    ),
    # --- Several phones at one table
    Mutation(
        "undo leaves what others have set",
        "ui/table/edits.py",
        "if not inside or edit.instead_of not in (None, Held(kingdom[place], place in doubtful)):",
        "if not inside:",
        "tests/ui/table/test_edits.py",
    ),
    Mutation(
        "a kingdom keeps one castle",
        "ui/table/edits.py",
        "if edit.held.square == CASTLE:",
        "if edit.held.square is None:",
        "tests/ui/table/test_edits.py",
    ),
    Mutation(
        "a tap goes along with a board that is turned meanwhile",
        "ui/table/edits.py",
        "        place = place_after(edit.place, turns, *before)",
        "        place = edit.place",
        "tests/ui/table/test_edits.py tests/ui/table/test_orientation.py",
    ),
    Mutation(
        "two who turn a board at once turn it once",
        "ui/table/edits.py",
        "if turns or not (edit.turned or",
        "if not (edit.turned or",
        "tests/ui/table/test_edits.py tests/ui/table/test_orientation.py",
    ),
    Mutation(
        "a piece that another phone has placed stays",
        "ui/table/edits.py",
        "after if after.get(key) != before.get(key) else now for key",
        "after for key",
        "tests/ui/table/test_pieces.py",
    ),
    Mutation(
        "a board that others change meanwhile is not found right",
        "ui/table/commands.py",
        "    if board.kingdom != seen.kingdom or not",
        "    if not",
        "tests/ui/table/test_commands.py",
    ),
    Mutation(
        "two who begin the next game at once begin one",
        "ui/table/commands.py",
        "if table.game_number == over else table",
        "if table else table",
        "tests/ui/table/test_commands.py",
    ),
    Mutation(
        "a player who left comes back without taking another's castle",
        "ui/table/commands.py",
        "    if any(seat.colour in taken or seat.name.casefold() in taken for seat in back):",
        "    if not table:",
        "tests/ui/table/test_commands.py",
    ),
    Mutation(
        "a deal is not undone once something else lies there",
        "ui/table/dealing.py",
        "if not is_as_dealt(deal, after, table):",
        "if not after:",
        "tests/ui/table/test_dealing.py",
    ),
    Mutation(
        "two kingdoms of one colour are asked about",
        "ui/table/dealing.py",
        "seen[reading.castle] == 1 and",
        "seen[reading.castle] and",
        "tests/ui/table/test_dealing.py",
    ),
    Mutation(
        "scores stay hidden until every kingdom is checked",
        "ui/table/table.py",
        "return not self.hide_scores or all(",
        "return True or all(",
        "tests/ui/table/test_table.py",
    ),
    Mutation(
        "the record of a game follows its boards",
        "ui/table/table.py",
        "if now is None or now == record or",
        "if now is None or now != record or",
        "tests/ui/table/test_recording.py",
    ),
    Mutation(
        "a game is recorded once",
        "ui/table/table.py",
        "if table.recorded is None and is_complete(table) else None",
        "if is_complete(table) else None",
        "tests/ui/table/test_recording.py",
    ),
    Mutation(
        "a name shows what it is",
        "ui/table/names.py",
        "for sign in kept if sign.isprintable()",
        "for sign in kept",
        "tests/ui/table/test_table.py tests/ui/table/test_kingdoms_json.py",
    ),
    Mutation(
        "a field twice in a file is refused",
        "ui/table/converter.py",
        "    if len(fields) < len(pairs):",
        "    if len(fields) > len(pairs):",
        "tests/ui/table/test_converter.py",
    ),
    Mutation(
        "a number that no game has is refused",
        "ui/table/converter.py",
        "        if found > limits.most:",
        "        if found > limits.most * 10**6:",
        "tests/ui/table/test_converter.py tests/ui/table/test_forms.py tests/ui/table/test_game_file.py",
    ),
    # --- The store
    Mutation(
        "a request that is sent twice is carried out once",
        "ui/store/store.py",
        "if request and not phones.is_new(connection, row.number, request):",
        "if request is None:",
        "tests/ui/store/test_changes.py tests/ui/api/test_boards.py",
    ),
    Mutation(
        "a guest may not send others away",
        "ui/store/store.py",
        "            _refuse_overreach(before.table, table, here)\n",
        "",
        "tests/ui/store/test_store.py tests/ui/store/test_changes.py",
    ),
    Mutation(
        "who never sat down changes nothing",
        "ui/store/store.py",
        "if row is None or here is None:",
        "if row is None:",
        "tests/ui/store/test_changes.py tests/ui/store/test_store.py",
    ),
    Mutation(
        "an old code opens nothing",
        "ui/store/store.py",
        "select(TABLES.c.key).where(TABLES.c.code == code, fresh)",
        "select(TABLES.c.key).where(TABLES.c.code == code)",
        "tests/ui/store/test_store.py",
    ),
    Mutation(
        "a clock that is set forward takes no table away",
        "ui/store/store.py",
        "return looked if looked is not None and looked <= now < looked + LEAP else None",
        "return now",
        "tests/ui/store/test_store.py tests/ui/store/test_sudden_ends.py -k 'clock or expires'",
    ),
    Mutation(
        "a damaged text is named",
        "ui/store/game_rows.py",
        "    if checksum(row.text) != row.checksum:",
        "    if not row.checksum:",
        "tests/ui/store/test_store.py tests/ui/store/test_damaged_files.py",
    ),
    Mutation(
        "what could not be read back is not saved",
        "ui/store/game_rows.py",
        "        finished_in(text)\n",
        "",
        "tests/ui/store/test_game_rows.py",
    ),
    Mutation(
        "photos go when their game has been over for a day",
        "ui/store/photos.py",
        "connection.execute(delete(PHOTOS).where(PHOTOS.c.until < before))",
        "connection.execute(delete(PHOTOS).where(PHOTOS.c.until < before - 99 * WEEK))",
        "tests/ui/store/test_photos.py",
    ),
    Mutation(
        "a change is one transaction, begun before it reads",
        "ui/store/store.py",
        'execution_options(begin="BEGIN IMMEDIATE")',
        'execution_options(begin="BEGIN")',
        "tests/ui/store/test_changes.py tests/ui/store/test_store.py tests/ui/store/test_sudden_ends.py",
    ),
    Mutation(
        "a backup that fails leaves nothing",
        "ui/store/backup.py",
        "            new.replace(file)\n",
        "            new.replace(file)\n            raise OSError('no room')\n",
        "tests/ui/cli/test_tables.py",
    ),
    # --- The door
    Mutation(
        "a body longer than its route takes is refused",
        "ui/serving/bounds.py",
        "> most else None",
        "> most + 10**9 else None",
        "tests/ui/serving/test_bounds.py",
    ),
    Mutation(
        "a page that sends too fast is closed",
        "ui/serving/bounds.py",
        "return status.WS_1008_POLICY_VIOLATION if left < 0 else 0",
        "return 0",
        "tests/ui/serving/test_bounds.py",
    ),
    Mutation(
        "only known names are answered",
        "ui/serving/hosts.py",
        "return not host or name in self._names or _is_address(name)",
        "return True",
        "tests/ui/serving/test_safe_headers.py tests/ui/serving/test_own_pages.py",
    ),
    Mutation(
        "pages from elsewhere write nothing",
        "ui/serving/hosts.py",
        'return origin is not None and (urlsplit(origin).netloc or None) != headers.get("host")',
        "return False",
        "tests/ui/serving/test_own_pages.py",
    ),
    Mutation(
        "a page's number is worth nothing without its phone",
        "ui/serving/cookies.py",
        'if phone and _phones.get(number.strip().decode("latin-1")) == phone:',
        "if phone:",
        "tests/ui/serving/test_own_pages.py",
    ),
    Mutation(
        "no page may run text as a script",
        "ui/serving/headers.py",
        "script-src 'self' blob:",
        "script-src 'self' 'unsafe-eval' blob:",
        "tests/ui/serving/test_safe_headers.py",
    ),
    Mutation(
        "a guesser waits after three codes",
        "ui/serving/wrong_codes.py",
        "FREE_GUESSES = 3",
        "FREE_GUESSES = 30",
        "tests/ui/serving/test_wrong_codes.py",
    ),
    Mutation(
        "a guesser has one household's addresses counted as one",
        "ui/serving/wrong_codes.py",
        ">> 64 << 64",
        ">> 0 << 0",
        "tests/ui/serving/test_wrong_codes.py",
    ),
    # --- Reading
    Mutation(
        "a network that was exchanged is not opened",
        "vision/networks.py",
        'if hashlib.sha256(content).hexdigest() != entry["sha256"]:',
        "if not content:",
        "tests/vision/test_networks.py",
    ),
    Mutation(
        "large pictures are decoded one at a time",
        "vision/photo/memory.py",
        "    if held < LARGE:",
        "    if held < LARGE * 99:",
        "tests/vision/photo/test_memory.py",
    ),
)


def copied(folder: Path) -> None:
    """Put what git knows of this checkout, as it lies here, into a folder, the networks among it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def outcome(mutation: Mutation, folder: Path) -> str:
    """``caught``, ``missed`` or ``stale``."""
    place = folder / mutation.file
    text = place.read_text(encoding="utf-8") if place.exists() else ""
    if text.count(mutation.before) != 1:
        return "stale"
    place.write_text(text.replace(mutation.before, mutation.after), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *shlex.split(mutation.tests)]
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return "caught"
    finally:
        place.write_text(text, encoding="utf-8")
    if done.returncode > 1:
        return "stale"  # no such tests
    return "caught" if done.returncode else "missed"


def main(words: list[str]) -> int:
    """Try all mutations, or those of which one of the words is named, and print a line for each."""
    chosen = [one for one in MUTATIONS if not words or any(word in one.promise for word in words)]
    counted = dict.fromkeys(("caught", "missed", "stale"), 0)
    with tempfile.TemporaryDirectory(prefix="crownsight-") as name:
        folder = Path(name)
        copied(folder)
        for mutation in chosen:
            begun = time.monotonic()
            found = outcome(mutation, folder)
            counted[found] += 1
            print(f"{found:6}  {mutation.promise:62}  {mutation.file}  {time.monotonic() - begun:.0f} s", flush=True)
    print(", ".join(f"{number} {what}" for what, number in counted.items()))
    return 0 if counted["caught"] == len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
