// What stands beside the board: squares to check, the chosen square with its crop, the palette, and the sums.

const LANDS = ['w', 'f', 'l', 'g', 's', 'm', 'C', '.'];

class Rail {
  constructor(find) {
    this.find = find;
  }

  draw({ data, kingdom, chosen }) {
    Object.assign(this, { data, kingdom, chosen });
    this.code = chosen ? kingdom.rows[chosen[0]][chosen[1]] : null;
    this.doubtful = chosen !== null && kingdom.doubts.has(at(...chosen));
    this.drawCheck();
    this.drawRemarks();
    this.drawChosen();
    this.drawPalette();
    this.drawMoves();
    this.drawSums();
  }

  build() {
    const button = (land) =>
      `<button type="button" data-land="${land}"><span class="chip" data-land="${land}" style="background:${LOOK.tiles[land].fill}">${icon(land)}</span><span>${landName(land)}</span></button>`;
    this.find('.palette').innerHTML = LANDS.map(button).join('');
    const amount = (crowns) =>
      `<button type="button" data-crowns="${crowns}" aria-label="${sayOf(crowns, '{number} crown', '{number} crowns')}">${crowns}${crownIcon()}</button>`;
    this.find('.crowns').innerHTML = [0, 1, 2, 3].map(amount).join('');
  }

  // One line that never changes its height: squares to check, else what to do.
  drawCheck() {
    const left = this.kingdom.doubts.size;
    this.find('.next').hidden = left === 0;
    const line = this.find('.line');
    line.classList.toggle('hint', left === 0);
    line.textContent = left
      ? sayOf(left, '{number} to check', '{number} to check')
      : say('Tap to change, drag to paint');
  }

  drawRemarks() {
    const placed = ({ text, squares }) => ({ text, place: squares.length ? at(...squares[0]) : null });
    showRemarks(this.find('.remarks'), this.data.remarks.map(placed));
  }

  drawChosen() {
    this.find('.editor').classList.toggle('at-rest', !this.chosen);
    if (!this.chosen) return;
    const [row, column] = this.chosen;
    this.find('.place').textContent = placeName(this.chosen);
    this.find('.holds').textContent = this.doubtful ? `${words(this.code)}?` : words(this.code);
    this.drawCrop(row, column);
    this.drawAnswers(row, column);
  }

  drawCrop(row, column) {
    const crop = this.find('.crop');
    const { rows } = this.kingdom;
    const across = (index, count) => (count > 1 ? (100 * index) / (count - 1) : 0);
    crop.style.cssText = '';
    crop.innerHTML = this.data.photo ? '' : squareArt(this.code);
    crop.setAttribute('aria-label', this.data.photo ? say('this square in the photo') : words(this.code));
    if (!this.data.photo) {
      crop.style.background = LOOK.tiles[letter(this.code)].fill;
      return;
    }
    crop.style.backgroundImage = `url("${this.data.photo.straight}")`;
    crop.style.backgroundSize = `${rows[0].length * 100}% ${rows.length * 100}%`;
    crop.style.backgroundPosition = `${across(column, rows[0].length)}% ${across(row, rows.length)}%`;
  }

  drawAnswers(row, column) {
    const other = this.data.others[at(row, column)];
    const choices = this.doubtful ? [`<button type="button" class="yes" data-code="${this.code}">${say('Yes')}</button>`] : [];
    if (other && other !== this.code)
      choices.push(`<button type="button" data-code="${other}">${say('or {other}?', { other: wordsBeside(this.code, other) })}</button>`);
    this.find('.answers').innerHTML = choices.join('');
  }

  drawPalette() {
    const { code } = this;
    const most = code ? LOOK.tiles[letter(code)].crowns : 0;
    this.find('.palette')
      .querySelectorAll('button')
      .forEach((button) => {
        button.disabled = !code;
        button.setAttribute('aria-pressed', code !== null && letter(code) === button.dataset.land);
      });
    this.find('.crowns')
      .querySelectorAll('button')
      .forEach((button) => {
        const crowns = Number(button.dataset.crowns);
        button.disabled = !code || crowns > most || most === 0;
        button.setAttribute('aria-pressed', most > 0 && crownsOn(code) === crowns);
      });
    this.find('.undo').disabled = !this.kingdom.past.length;
    this.find('.redo').disabled = !this.kingdom.future.length;
  }

  // Where the kingdom can still move in its frame; nothing to show where it fills it.
  drawMoves() {
    const { moves } = this.data;
    this.find('.moves').hidden = !moves.length;
    this.find('.moves')
      .querySelectorAll('button')
      .forEach((button) => (button.disabled = !moves.some((step) => step.join() === button.dataset.step)));
  }

  drawSums() {
    const row = ({ land, size, crowns, points }) =>
      `<li><span class="swatch" style="background:${LOOK.tiles[land].fill}">${icon(land)}</span><span>${landName(land)}</span><span class="times">${size} × ${crowns}</span><b>= ${points}</b></li>`;
    const bonus = ({ name, points, reason }) => {
      const item = document.createElement('li');
      item.className = 'bonus';
      item.innerHTML = '<span class="swatch">+</span><span class="reason"></span><b></b>';
      item.querySelector('.reason').textContent = `${name}: ${reason}`;
      item.querySelector('b').textContent = `+ ${points}`;
      return item;
    };
    const list = this.find('.sums');
    const crownless = this.data.lines
      .filter(({ points }) => !points)
      .map(({ land, size }) => `${landName(land)} ${size}`);
    const nothing = crownless.length
      ? `<li class="nothing"><span></span><span>${say('no crown')}: ${crownless.join(', ')}</span></li>`
      : '';
    list.innerHTML = this.data.lines
      .filter(({ points }) => points)
      .map(row)
      .join('');
    list.append(...this.data.bonuses.map(bonus));
    list.insertAdjacentHTML('beforeend', nothing);
  }
}
