// The margins of the board: what a player takes from every row and column, and how one of them was counted.

class Margins {
  constructor(find) {
    this.find = find;
    this.colour = null; // whose numbers are shown
    this.line = null; // the row or column that is told
  }

  draw({ data, isCurrent }) {
    Object.assign(this, { data, isCurrent });
    if (!data.players.some(({ colour }) => colour === this.colour)) this.colour = data.players[0]?.colour ?? null;
    this.drawPurses();
    this.drawSums();
    this.drawTold();
  }

  choose(colour) {
    this.colour = colour;
  }

  // A second tap on the same number folds its line away.
  tell(line) {
    this.line = this.line === line ? null : line;
  }

  drawPurses() {
    const group = this.find('.purses');
    const focused = group.getRootNode().activeElement?.dataset?.colour;
    group.replaceChildren(
      ...this.data.players.map(({ colour, name, gold, swatch }) => {
        const chip = document.createElement('button');
        Object.assign(chip, { type: 'button', tabIndex: colour === this.colour ? 0 : -1 });
        chip.setAttribute('role', 'radio');
        chip.setAttribute('aria-checked', colour === this.colour);
        chip.dataset.colour = colour;
        chip.innerHTML = `<span class="swatch" style="background:${swatch}"></span><span class="who"></span><b></b>`;
        chip.querySelector('.who').textContent = name;
        chip.querySelector('b').textContent = this.isCurrent ? gold : '…';
        return chip;
      }),
    );
    if (focused) group.querySelector(`[data-colour="${focused}"]`)?.focus({ preventScroll: true });
  }

  drawSums() {
    const { lines } = this.data;
    this.fill(this.find('.rows'), lines.slice(0, 5), 0);
    this.fill(this.find('.columns'), lines.slice(5), 5);
    const total = lines.reduce((sum, { gold }) => sum + (gold[this.colour] ?? 0), 0);
    this.find('.total').textContent = this.isCurrent ? signed(total) : '';
  }

  fill(group, lines, first) {
    if (!group.children.length) lines.forEach(() => group.append(document.createElement('button')));
    [...group.children].forEach((button, index) => {
      const { name, gold } = lines[index];
      const earned = gold[this.colour] ?? 0;
      button.type = 'button';
      button.dataset.line = first + index;
      button.className = earned < 0 ? 'loss' : earned > 0 ? 'gain' : '';
      button.textContent = this.isCurrent ? signed(earned) : '…';
      button.setAttribute('aria-expanded', this.line === first + index);
      button.setAttribute('aria-label', say('{line}: {gold}', { line: name, gold: signed(earned) }));
    });
  }

  drawTold() {
    const told = this.find('.told');
    const explained = this.line === null ? [] : this.data.lines[this.line].explained;
    told.hidden = !explained.length;
    told.replaceChildren(
      ...explained.map((text) => {
        const line = document.createElement('p');
        line.textContent = text;
        return line;
      }),
    );
  }
}
