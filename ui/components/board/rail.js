// What stands beside the board: squares to check, the chosen square with its crop, the palette, and the sums.

const LANDS = ['w', 'f', 'l', 'g', 's', 'm', 't', 'C', '.'];

class Rail extends Beside {
  draw(editor) {
    const { data, board, chosen, told } = editor;
    Object.assign(this, { data, board, chosen, told });
    this.code = chosen ? board.rows[chosen[0]][chosen[1]] : null;
    this.doubtful = chosen !== null && board.doubts.has(at(...chosen));
    this.drawCheck(editor.next() ? say('The next terrain goes to the dotted square') : say('Tap to change, drag to paint'));
    this.drawRemarks();
    this.drawChosen();
    this.drawPalette();
    this.drawSteps();
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

  drawChosen() {
    this.unknown = this.chosen !== null && isUnknown(this.data, this.board, this.chosen);
    this.open = this.chosen !== null && isOpen(this.data, this.board, this.chosen);
    this.loose = looseAt(this.data, this.board, this.chosen);
    if (!this.drawPlace(() => this.question())) return;
    const { photo } = this.data;
    const drawn = { art: squareArt(this.code), fill: LOOK.tiles[letter(this.code)].fill, said: words(this.code) };
    this.find('.chosen').classList.toggle('whole-domino', this.loose !== null);
    const squares = this.loose?.map(placeOf) ?? [this.chosen];
    this.drawCrop(photo?.straight, say('this square in the photo'), drawn, squares);
    this.drawAnswers(...this.chosen);
  }

  askedAbout() {
    return looseAt(this.data, this.board, this.chosen)?.map(placeOf) ?? super.askedAbout();
  }

  question() {
    if (this.loose) return say('Do these two squares belong to the kingdom of {name}?', { name: this.data.name });
    if (this.unknown) return say('unknown tile');
    if (this.open) return say('What is this?');
    return this.doubtful ? `${words(this.code)}?` : words(this.code);
  }

  drawAnswers(row, column) {
    const other = this.data.others[at(row, column)];
    const seen = () => (this.open ? this.offers(other) : this.confirmations(other));
    const choices = this.loose ? this.belonging() : seen();
    const button = ({ code, said, kind }) => `<button type="button" class="${kind ?? ''}" data-code="${code}">${said}</button>`;
    this.find('.answers').innerHTML = choices.map(button).join('');
  }

  belonging() {
    return [
      { code: this.code, said: say('Yes'), kind: 'yes' },
      { code: '.', said: say('No') },
    ];
  }

  // Of an open square nothing is claimed that could be confirmed.
  offers(other) {
    const codes = offered(this.data, this.code, other);
    return codes.map((code) => ({ code, said: offerWords(this.data, code, this.unknown) }));
  }

  confirmations(other) {
    const yes = this.doubtful ? [{ code: this.code, said: say('Yes'), kind: 'yes' }] : [];
    if (!other || other === this.code) return yes;
    return [...yes, { code: other, said: say('or {other}?', { other: wordsBeside(this.code, other) }) }];
  }

  drawPalette() {
    const { code } = this;
    const most = code ? LOOK.tiles[letter(code)].crowns : 0;
    this.drawGroup('.palette', ({ land }) => ({ disabled: !code, pressed: code !== null && letter(code) === land }));
    this.find('.palette [data-land="t"]').hidden = !('t' in this.data.most);
    this.drawGroup('.crowns', ({ crowns }) => ({
      disabled: !code || Number(crowns) > most || most === 0,
      pressed: most > 0 && crownsOn(code) === Number(crowns),
    }));
  }

  // Where the kingdom can still move in its frame; nothing to show where it fills it.
  drawMoves() {
    const { moves } = this.data;
    this.find('.moves').hidden = !moves.length;
    this.find('.moves')
      .querySelectorAll('button')
      .forEach((button) => (button.disabled = !moves.some((step) => step.join() === button.dataset.step)));
  }

  // A line for every territory, the largest sum first, then the bonuses, then what earned nothing.
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
    const earned = ({ text, squares }, earning) => {
      const item = document.createElement('li');
      item.className = 'bonus';
      item.innerHTML = squares.length
        ? `<button type="button" data-earning="${earning}" aria-pressed="${earning === this.told}"><span class="swatch">+</span><span class="reason"></span></button>`
        : '<span class="swatch">+</span><span class="reason"></span>';
      item.querySelector('.reason').textContent = text;
      return item;
    };
    const list = this.find('.sums');
    const earning = this.data.lines.filter(({ points }) => points).sort((a, b) => b.points - a.points || b.size - a.size);
    const crownless = this.data.lines.filter(({ points }) => !points).map(({ land, size }) => `${landName(land)} ${size}`);
    const nothing = crownless.length
      ? `<li class="nothing"><span></span><span>${say('no crown')}: ${crownless.join(', ')}</span></li>`
      : '';
    list.innerHTML = earning.map(row).join('');
    list.append(...this.data.bonuses.map(bonus), ...this.data.earnings.map(earned));
    list.insertAdjacentHTML('beforeend', nothing);
  }
}
