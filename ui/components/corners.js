// Four corners that are dragged over a photo. The grid between them is drawn at once; a magnifier shows what the finger
// covers.

import { createElement } from './shared/elements.js';
import { say, setWords } from './shared/words.js';
import { reruns } from './streamlit/reruns.js';

const NAMES = [
  () => say('Top left corner'),
  () => say('Top right corner'),
  () => say('Bottom right corner'),
  () => say('Bottom left corner'),
];
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const ZOOM = 2.5; // of the magnifier, relative to the photo on the screen
const MAGNIFIER_PX = 128; // its width
const HANDLE_RADIUS_PX = 16; // of the visible ring

// Return the homography from the unit square to a quadrilateral (Heckbert 1989, 2.2.3).
function makeHomography([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dx2, dy1, dy2] = [x1 - x2, x3 - x2, y1 - y2, y3 - y2];
  const across = dx1 * dy2 - dx2 * dy1 || 1e-9;
  const g = (sx * dy2 - dx2 * sy) / across;
  const h = (dx1 * sy - sx * dy1) / across;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w];
  };
}

class Corners {
  constructor(root) {
    this.stage = root.querySelector('.stage');
    this.glass = root.querySelector('.glass');
    this.svg = root.querySelector('svg');
    this.image = root.querySelector('img');
    this.handles = NAMES.map((_, index) => this.handle(index));
    this.stage.append(...this.handles);
  }

  update(data, send) {
    if (this.data?.address !== data.address) this.image.src = data.address;
    if (this.data?.number !== data.number) this.corners = data.corners.map((corner) => [...corner]);
    this.data = data;
    this.image.alt = say('the photo');
    this.wide = data.width + 2 * data.margin;
    this.high = data.height + 2 * data.margin;
    this.stage.style.setProperty('--ratio', this.wide / this.high);
    this.image.style.left = `${(100 * data.margin) / this.wide}%`;
    this.image.style.top = `${(100 * data.margin) / this.high}%`;
    this.image.style.width = `${(100 * data.width) / this.wide}%`;
    this.sendState = send;
    this.draw();
  }

  handle(index) {
    const button = createElement('<button type="button" class="handle"></button>');
    button.addEventListener('keydown', (event) => this.key(event, index));
    button.addEventListener('pointerdown', (event) => this.hold(event, index));
    button.addEventListener('pointermove', (event) => button.classList.contains('held') && this.drag(event, index));
    ['pointerup', 'pointercancel'].forEach((end) => button.addEventListener(end, () => this.release(index)));
    return button;
  }

  hold(event, index) {
    const button = this.handles[index];
    const box = button.getBoundingClientRect();
    this.grip = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    button.setPointerCapture(event.pointerId);
    button.classList.add('held');
    this.drag(event, index);
  }

  drag(event, index) {
    const box = this.stage.getBoundingClientRect();
    const scale = this.wide / box.width;
    this.place(index, [
      (event.clientX - this.grip[0] - box.left) * scale - this.data.margin,
      (event.clientY - this.grip[1] - box.top) * scale - this.data.margin,
    ]);
    this.magnify(index, box);
  }

  release(index) {
    if (!this.handles[index].classList.contains('held')) return;
    this.handles[index].classList.remove('held');
    this.glass.hidden = true;
    this.send();
  }

  key(event, index) {
    const step = STEPS[event.key];
    if (!step) return;
    const far = (event.shiftKey ? 0.02 : 0.002) * this.data.width;
    const [x, y] = this.corners[index];
    this.place(index, [x + step[0] * far, y + step[1] * far]);
    event.preventDefault();
    event.stopPropagation();
    this.send();
  }

  place(index, [x, y]) {
    // The ring of the handle stays in sight.
    const around = Math.max(0, this.data.margin - (HANDLE_RADIUS_PX * this.wide) / this.stage.clientWidth);
    const inside = (value, most) => Math.min(Math.max(value, -around), most + around);
    this.corners[index] = [inside(x, this.data.width), inside(y, this.data.height)];
    this.draw();
  }

  send() {
    this.sendState('corners', {
      number: this.data.number,
      corners: this.corners.map((corner) => corner.map(Math.round)),
    });
  }

  magnify(index, box) {
    const scale = box.width / this.wide;
    const shown = this.corners[index].map((value) => value * scale);
    const right = shown[0] + this.data.margin * scale < box.width / 2; // away from the finger, and from what lies below
    this.glass.hidden = false;
    this.glass.style.left = `${right ? box.width - MAGNIFIER_PX - 8 : 8}px`;
    this.glass.style.top = `${Math.max(8, 8 - box.top)}px`;
    this.glass.style.backgroundImage = `url("${this.data.address}")`;
    this.glass.style.backgroundSize = `${this.data.width * scale * ZOOM}px auto`;
    this.glass.style.backgroundPosition = shown.map((value) => `${MAGNIFIER_PX / 2 - value * ZOOM - 3}px`).join(' ');
  }

  draw() {
    const { rows, columns, margin } = this.data;
    this.svg.setAttribute('viewBox', `${-margin} ${-margin} ${this.wide} ${this.high}`);
    const map = makeHomography(this.corners);
    const stroke = (from, to) => `M${map(...from).join(' ')}L${map(...to).join(' ')}`;
    const across = [...Array(rows + 1).keys()].map((row) => stroke([0, row / rows], [1, row / rows]));
    const down = [...Array(columns + 1).keys()].map((column) => stroke([column / columns, 0], [column / columns, 1]));
    const lines = [...across, ...down].join('');
    const outline = `M${this.corners.map((corner) => corner.join(' ')).join('L')}Z`;
    for (const name of ['.lines', '.casing']) this.svg.querySelector(name).setAttribute('d', lines);
    const around = `M${-margin} ${-margin}h${this.wide}v${this.high}h${-this.wide}Z`;
    this.svg.querySelector('.shade').setAttribute('d', around + outline);
    this.handles.forEach((button, index) => {
      const [x, y] = this.corners[index];
      button.style.left = `${(100 * (x + margin)) / this.wide}%`;
      button.style.top = `${(100 * (y + margin)) / this.high}%`;
      const place = { corner: NAMES[index](), x: Math.round(x), y: Math.round(y) };
      button.setAttribute('aria-label', say('{corner}: {x}, {y}. Arrow keys move it.', place));
    });
  }
}

export default function ({ data, setStateValue, parentElement }) {
  parentElement.corners ??= new Corners(parentElement);
  setWords(parentElement, data.words);
  parentElement.corners.update(data, reruns.makeTrigger('corners', parentElement, setStateValue));
}
