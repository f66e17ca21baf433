// A finger that goes to the side presses the button of the kingdom beside this one: the next to the left, the one
// before to the right. On the tiles of a board a stroke paints.

const FAR = 60; // CSS pixels to the side at least
const LEVEL = 2; // times as far to the side as up or down
const EDGE = 24; // CSS pixels from the sides of the window, where a swipe is the browser's own
const NOT_ON = '.board, .corners, input, textarea, [role=dialog], dialog';
// In the key of the row of those buttons, with the place that this kingdom has among them.
const BESIDE = 'st-key-beside-';

function followSwipes() {
  if (document.followsSwipes) return;
  document.followsSwipes = true;
  let from = null;
  const begins = (event) => {
    const [{ clientX: x, clientY: y }] = event.touches;
    const isOurs = event.touches.length === 1 && x > EDGE && x < innerWidth - EDGE;
    from = isOurs && !event.composedPath().some((one) => one.matches?.(NOT_ON)) ? { x, y } : null;
  };
  const ends = ({ changedTouches: [{ clientX, clientY }] }) => {
    if (!from) return;
    const [across, down] = [clientX - from.x, clientY - from.y];
    from = null;
    if (Math.abs(across) >= Math.max(FAR, LEVEL * Math.abs(down))) leadBeside(across < 0);
  };
  document.addEventListener('touchstart', begins, { passive: true });
  document.addEventListener('touchend', ends, { passive: true });
}

function leadBeside(isNext) {
  const row = document.querySelector(`[class*=${BESIDE}]`);
  const buttons = row ? [...row.querySelectorAll('button')] : [];
  const here = Number([...(row?.classList ?? [])].find((name) => name.startsWith(BESIDE))?.slice(BESIDE.length));
  (isNext ? buttons[here % buttons.length] : buttons.at(here - 1))?.click();
}
