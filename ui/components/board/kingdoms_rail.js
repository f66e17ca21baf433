// What stands beside the board: the lines as they were counted, the chosen space, the palette, and remarks.

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

class Rail extends Beside {
  draw({ data, board, chosen }) {
    Object.assign(this, { data, board, chosen });
    this.token = chosen ? board.rows[chosen[0]][chosen[1]] : null;
    this.drawCheck(say('Tap a space, then what lies there'));
    this.drawChosen();
    this.drawPalette();
    this.drawSteps();
    this.drawRemarks();
  }

  build() {
    const button = (letter) =>
      `<button type="button" data-kind="${letter}" title="${pieceName(letter)}" aria-label="${pieceName(letter)}"><span class="chip" data-kind="${letter}" style="background:${LOOK.pieces[letter].fill}">${icon(letter)}</span></button>`;
    this.find('.palette').innerHTML = KINDS.map(button).join('');
    const amount = (number) => `<button type="button" data-number="${number}">${number}</button>`;
    this.find('.numbers').innerHTML = [1, 2, 3, 4, 5, 6].map(amount).join('');
  }

  drawChosen() {
    if (!this.drawPlace(() => words(this.token))) return;
    const drawn = { art: spaceArt(this.token), fill: LOOK.pieces[kind(this.token)].fill, said: words(this.token) };
    this.drawCrop(null, '', drawn);
  }

  drawPalette() {
    const { token } = this;
    const most = token ? highestOn(kind(token)) : 0;
    this.drawGroup('.palette', (data) => ({ disabled: !token, pressed: token !== null && kind(token) === data.kind }));
    this.drawGroup('.numbers', ({ number }) => ({
      disabled: Number(number) > most,
      pressed: most > 0 && numberOn(token) === Number(number),
    }));
  }
}
