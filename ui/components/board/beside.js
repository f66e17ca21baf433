// What stands beside the boards of both games: how many squares are to check, remarks, the chosen square, the tools.

class Beside {
  constructor(find) {
    this.find = find;
  }

  // One line that never changes its height: squares to check, else what to do.
  drawCheck(hint) {
    const left = this.board.doubts.size;
    this.find('.next').hidden = left === 0;
    const line = this.find('.line');
    line.classList.toggle('hint', left === 0);
    line.textContent = left ? sayOf(left, '{number} to check', '{number} to check') : hint;
  }

  // While a square is asked about, what is remarked on it comes first, and remarks on others wait.
  drawRemarks() {
    const asked = this.askedAbout().map((square) => at(...square));
    const isOn = ({ squares }) => squares.some((square) => asked.includes(at(...square)));
    const here = this.data.remarks.filter(isOn);
    const others = this.data.remarks.filter((remark) => !isOn(remark) && !(asked.length && remark.squares.length));
    const placed = ({ text, squares }) => ({ text, place: squares.length ? at(...squares[0]) : null });
    showRemarks(this.find('.remarks'), [...here, ...others].map(placed));
  }

  // The squares that stand in question beside the board; none while nothing is asked.
  askedAbout() {
    return this.doubtful ? [this.chosen] : [];
  }

  // Whether a square is chosen, of which there is something to say.
  drawPlace(said) {
    this.find('.editor').classList.toggle('at-rest', !this.chosen);
    if (!this.chosen) return false;
    this.find('.place').textContent = placeName(this.chosen);
    this.find('.holds').textContent = said();
    return true;
  }

  // The chosen square cut out of the straight photo, or as it is drawn where there is no photo; of several squares beside
  // each other, from the first to the last, all.
  drawCrop(straight, label, { art, fill, said }, squares = [this.chosen]) {
    const crop = this.find('.crop');
    const [[row, column], [lastRow, lastColumn]] = [squares[0], squares.at(-1)];
    const [high, wide] = [lastRow - row + 1, lastColumn - column + 1];
    const [rows, columns] = [this.board.rows.length, this.board.rows[0].length];
    const across = (index, count, shown) => (count > shown ? (100 * index) / (count - shown) : 0);
    crop.style.cssText = `--ratio: ${wide / high}; ${straight ? '' : `background: ${fill}`}`;
    crop.innerHTML = straight ? '' : art;
    crop.setAttribute('aria-label', straight ? label : said);
    if (!straight) return;
    crop.style.backgroundImage = `url("${straight}")`;
    crop.style.backgroundSize = `${(columns / wide) * 100}% ${(rows / high) * 100}%`;
    crop.style.backgroundPosition = `${across(column, columns, wide)}% ${across(row, rows, high)}%`;
  }

  // Which buttons of a group are pressed, and which cannot be.
  drawGroup(selector, state) {
    this.find(selector)
      .querySelectorAll('button')
      .forEach((button) => {
        const { disabled, pressed } = state(button.dataset);
        button.disabled = disabled;
        button.setAttribute('aria-pressed', pressed);
      });
  }

  drawSteps() {
    this.find('.undo').disabled = !this.board.past.length;
    this.find('.redo').disabled = !this.board.future.length;
  }
}
