// The button that makes a clip of a race; it is not there where this browser records none.

class RaceClip {
  constructor(root) {
    this.root = root;
    this.kind = kindOfClip();
    this.button = root.querySelector('.clip');
    this.button.hidden = !this.kind;
    this.button.addEventListener('click', () => (this.file ? this.passOn() : this.make()));
  }

  update(data) {
    spoken = data.words;
    if (JSON.stringify(data.scenes) !== JSON.stringify(this.data?.scenes)) this.file = null;
    this.data = data;
    this.name();
  }

  name() {
    this.button.textContent = this.file ? say('Share the clip') : say('Make a clip of the race');
  }

  async make() {
    this.button.disabled = true;
    this.button.textContent = say('Making the clip…');
    try {
      const { stage, legs, end } = this.data.scenes;
      const image = async (svg) => asImage(await withPhotos(fitted(this.root, svg)));
      const scenes = { stage: await image(stage), legs: await Promise.all(legs.map(image)), end: await image(end) };
      const blob = await clipOf(scenes, this.kind);
      this.file = new File([blob], `crownsight.${this.kind.split('/')[1]}`, { type: this.kind });
    } finally {
      this.button.disabled = false;
      this.name();
    }
    if (!navigator.canShare?.({ files: [this.file] })) this.passOn(); // a share sheet asks for a tap of its own
  }

  async passOn() {
    await passOn([this.file], '');
  }
}

export default function ({ data, parentElement }) {
  parentElement.raceClip ??= new RaceClip(parentElement);
  parentElement.raceClip.update(data);
}
