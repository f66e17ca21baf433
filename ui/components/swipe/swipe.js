// A finger that goes to the side presses the button that stands for it. On the tiles of a board a stroke paints.

const FAR = 60; // CSS pixels to the side at least
const LEVEL = 2; // times as far to the side as up or down
const EDGE = 24; // CSS pixels from the sides of the window, where a swipe is the browser's own
const NOT_ON = '.board, .corners, input, textarea, [role=dialog], dialog';

class Swipes {
  constructor(root) {
    this.root = root;
    this.listeners = { touchstart: (event) => this.begin(event), touchend: (event) => this.end(event) };
    Object.entries(this.listeners).forEach(([name, hear]) => document.addEventListener(name, hear, { passive: true }));
  }

  begin(event) {
    if (!this.root.isConnected) return this.leave();
    const [{ clientX: x, clientY: y }] = event.touches;
    const isOurs = event.touches.length === 1 && x > EDGE && x < innerWidth - EDGE;
    const isElsewhere = event.composedPath().some((one) => one.matches?.(NOT_ON));
    this.from = isOurs && !isElsewhere ? { x, y } : null;
  }

  end({ changedTouches: [{ clientX, clientY }] }) {
    if (!this.from) return;
    const [across, down] = [clientX - this.from.x, clientY - this.from.y];
    this.from = null;
    if (Math.abs(across) < Math.max(FAR, LEVEL * Math.abs(down))) return;
    const { left, right } = this.data;
    document.querySelector(`.st-key-${CSS.escape(across < 0 ? left : right)} button`)?.click();
  }

  leave() {
    Object.entries(this.listeners).forEach(([name, hear]) => document.removeEventListener(name, hear));
  }
}

export default function ({ data, parentElement }) {
  parentElement.swipes ??= new Swipes(parentElement);
  parentElement.swipes.data = data;
}
