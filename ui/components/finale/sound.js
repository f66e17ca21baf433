// The soft tones of a race: one a leg, each higher than the one before, and a chord for the winner. Where a phone is
// silent its browser lets no page sound; a browser that asks for a tap first stays silent until there was one.

const SILENT = 'crownsight silent'; // in the storage of this browser, where no sound is wanted
const LOUDNESS = 0.05; // of 1
const RISES_S = 0.02; // seconds in which a tone comes, and after which it is gone
const GONE_S = 0.5;
const LATE_MS = 200; // after which a tone is no longer of what is seen
const LADDER = [262, 294, 330, 392, 440, 523, 587, 659, 784, 880]; // hertz, of a scale without discords
const CHORD = [523, 659, 784];

class Sound {
  constructor() {
    this.isWanted = localStorage.getItem(SILENT) === null;
  }

  want(wanted) {
    this.isWanted = wanted;
    wanted ? localStorage.removeItem(SILENT) : localStorage.setItem(SILENT, '1');
  }

  async play(...tones) {
    if (!this.isWanted) return;
    if (navigator.audioSession) navigator.audioSession.type = 'ambient'; // obeys the switch of a phone, stops no music
    this.context ??= new AudioContext();
    const asked = performance.now();
    await this.context.resume();
    if (performance.now() - asked < LATE_MS) tones.forEach((hertz) => this.tone(hertz));
  }

  tone(hertz) {
    const [source, loudness] = [this.context.createOscillator(), this.context.createGain()];
    const from = this.context.currentTime;
    source.frequency.value = hertz;
    loudness.gain.setValueAtTime(0, from);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, from + RISES_S);
    loudness.gain.linearRampToValueAtTime(0, from + GONE_S);
    source.connect(loudness).connect(this.context.destination);
    source.start(from);
    source.stop(from + GONE_S);
  }
}
