// Decides which taps to ignore: a second tap at the place of the last one, shortly after something else to press has
// appeared there, was not meant for that.

const IGNORED_MS = 400; // after another target has appeared under the finger, or a tap on it was ignored
const IGNORED_AFTER_VISIT_MS = 800; // if it is on another page, which has to be read first
const FINGER_PX = 44; // within which two taps are of one finger
const WATCHED_MS = 10_000; // after a tap; a press on what appears later is meant

export class TapGuard {
  /**
   * @param {object} page
   * @param {() => number} page.now milliseconds
   * @param {() => unknown} page.getVisit the number of the visit of the screen
   * @param {(x: number, y: number) => string} page.describeTarget what can be pressed at a point
   */
  constructor({ now, getVisit, describeTarget }) {
    Object.assign(this, { now, getVisit, describeTarget });
    this.last = null; // the last tap: position, visit and time, its target, and when that was replaced
  }

  get isWatching() {
    return this.last !== null;
  }

  /**
   * Return whether a tap is to be ignored. A mouse is held to it within a double click alone.
   *
   * @param {{ clientX: number, clientY: number, detail: number }} tap
   * @param {string} pointerType
   */
  isRepeated({ clientX, clientY, detail }, pointerType) {
    this.updateTarget();
    if (!this.last || Math.hypot(clientX - this.last.x, clientY - this.last.y) >= FINGER_PX) return false;
    const isSecond = pointerType !== 'mouse' || detail > 1;
    return isSecond && this.now() - this.last.replacedAt < this.last.ignoredFor;
  }

  /** Note a tap that is not ignored. */
  accept({ clientX: x, clientY: y }) {
    const [at, visit, target] = [this.now(), this.getVisit(), this.describeTarget(x, y)];
    this.last = { x, y, at, visit, target, replacedAt: -Infinity, ignoredFor: 0 };
  }

  /** Note a tap that is ignored: the one after it is, too, for a while. */
  ignore() {
    this.last.replacedAt = this.now();
  }

  /** Note whether another target has appeared at the place of the last tap. */
  updateTarget() {
    if (!this.last) return;
    const now = this.now();
    if (now - this.last.at > WATCHED_MS) {
      this.last = null;
      return;
    }
    const target = this.describeTarget(this.last.x, this.last.y);
    if (target === this.last.target) return;
    const ignoredFor = this.getVisit() === this.last.visit ? IGNORED_MS : IGNORED_AFTER_VISIT_MS;
    Object.assign(this.last, { target, replacedAt: now, ignoredFor });
  }
}
