// What stands beside the board: the lines as they were counted, spaces to name, the palette, and remarks.

const KINDS = ['+', '-', 'M', 'D', 'G', 'W', 'r', 'b', 'y', 'g', '.'];

const icon = (letter) => {
  const { ink, icon: drawn } = LOOK.pieces[letter];
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><g fill="${ink}" stroke="${ink}">${drawn}</g></svg>`;
};

// What lies on a space: its icon, with the number it bears.
function spaceArt(token) {
  const letter = kind(token);
  const { ink } = LOOK.pieces[letter];
  const number = '+-'.includes(letter) ? signed(Number(token)) : numberOn(token) || '';
  return icon(letter) + (number ? `<span class="number" style="color:${ink}">${number}</span>` : '');
}

class Rail {
  constructor(find) {
    this.find = find;
  }

  draw({ data, kingdoms, chosen }) {
    Object.assign(this, { data, board: kingdoms, chosen });
    this.token = chosen ? kingdoms.rows[chosen[0]][chosen[1]] : null;
    this.doubtful = chosen !== null && kingdoms.doubts.has(at(...chosen));
    this.guess = this.doubtful && this.token !== '.';
    this.drawCheck();
    this.drawChosen();
    this.drawPalette();
    this.drawRemarks();
  }

  build() {
    const button = (letter) =>
      `<button type="button" data-kind="${letter}" title="${pieceName(letter)}" aria-label="${pieceName(letter)}"><span class="chip" data-kind="${letter}" style="background:${LOOK.pieces[letter].fill}">${icon(letter)}</span></button>`;
    this.find('.palette').innerHTML = KINDS.map(button).join('');
    const amount = (number) => `<button type="button" data-number="${number}">${number}</button>`;
    this.find('.numbers').innerHTML = [1, 2, 3, 4, 5, 6].map(amount).join('');
  }

  drawCheck() {
    const left = this.board.doubts.size;
    this.find('.next').hidden = left === 0;
    const line = this.find('.line');
    line.classList.toggle('hint', left === 0);
    line.textContent = left
      ? sayOf(left, '{number} to check', '{number} to check')
      : say('Tap a space, then what lies there');
  }

  drawChosen() {
    this.find('.editor').classList.toggle('at-rest', !this.chosen);
    if (!this.chosen) return;
    this.find('.place').textContent = placeName(this.chosen);
    this.find('.holds').textContent = !this.doubtful ? words(this.token) : this.guess ? `${words(this.token)}?` : say('What lies here?');
    this.find('.answers').innerHTML = this.guess
      ? `<button type="button" class="yes" data-token="${this.token}">${say('Yes')}</button>`
      : '';
    this.drawCrop(...this.chosen);
  }

  drawCrop(row, column) {
    const crop = this.find('.crop');
    const { straight } = this.data;
    crop.style.cssText = '';
    crop.innerHTML = straight ? '' : spaceArt(this.token);
    crop.setAttribute('aria-label', straight ? say('this space in the photo') : words(this.token));
    if (!straight) {
      crop.style.background = LOOK.pieces[kind(this.token)].fill;
      return;
    }
    crop.style.backgroundImage = `url("${straight}")`;
    crop.style.backgroundSize = '600% 500%';
    crop.style.backgroundPosition = `${column * 20}% ${row * 25}%`;
  }

  drawPalette() {
    const { token } = this;
    this.find('.palette')
      .querySelectorAll('button')
      .forEach((button) => {
        button.disabled = !token;
        button.setAttribute('aria-pressed', token !== null && kind(token) === button.dataset.kind);
      });
    const most = token ? highestOn(kind(token)) : 0;
    this.find('.numbers')
      .querySelectorAll('button')
      .forEach((button) => {
        const number = Number(button.dataset.number);
        button.disabled = number > most;
        button.setAttribute('aria-pressed', most > 0 && numberOn(token) === number);
      });
    this.find('.undo').disabled = !this.board.past.length;
    this.find('.redo').disabled = !this.board.future.length;
  }

  drawRemarks() {
    const placed = ({ text, squares }) => ({ text, place: squares.length ? at(...squares[0]) : null });
    showRemarks(this.find('.remarks'), this.data.remarks.map(placed));
  }
}
