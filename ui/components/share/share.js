// The button that passes on a game: its pictures, or a clip of its race, which is made when it is asked for and passed
// on with another tap. A phone without a share sheet (over http none has one) saves them, and shows pictures as well:
// one that is held can be saved wherever a browser puts its downloads.

const IGNORED_MS = 1000; // after a tap: a second one of the same finger saves nothing twice

class Share {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector('button');
    this.button.addEventListener('click', () => this.press());
    this.dialog = root.querySelector('dialog');
    this.dialog.addEventListener('click', ({ target }) => {
      if (target.matches('.close') || (target === this.dialog && !this.isPressed)) this.dialog.close();
    });
  }

  update(data) {
    const isNew = JSON.stringify(data.drawings) !== JSON.stringify(this.data?.drawings);
    this.data = data;
    this.kind = data.drawings.legs && kindOfClip(); // of a clip; undefined where this browser records none
    this.button.className = data.drawings.legs ? 'clip' : 'share';
    this.button.hidden = Boolean(data.drawings.legs && !this.kind);
    // They are ready before they are asked for.
    if (isNew) this.files = data.drawings.legs ? null : this.paint().catch(() => null);
    this.name();
  }

  name() {
    this.button.textContent = this.kind && !this.files ? this.data.make : this.data.label;
  }

  async press() {
    if (this.isPressed) return;
    this.isPressed = true;
    const rested = new Promise((done) => setTimeout(done, IGNORED_MS));
    try {
      if (this.kind && !this.files) await this.record();
      else await this.passOn((await this.files) ?? (await this.paint()));
    } finally {
      await rested;
      this.isPressed = false;
    }
  }

  paint() {
    return Promise.all(
      Object.entries(this.data.drawings).map(async ([name, drawing]) => {
        const blob = await painted(await withPhotos(fitted(this.root, drawing)));
        return new File([blob], name, { type: 'image/png' });
      }),
    );
  }

  async record() {
    this.button.disabled = true;
    this.button.textContent = this.data.making;
    try {
      const { background, legs, end } = this.data.drawings;
      const image = async (svg) => asImage(await withPhotos(fitted(this.root, svg)));
      const overlaid = await Promise.all(legs.map(image));
      const scenes = { background: await image(background), legs: overlaid, end: await image(end) };
      const blob = await clipOf(scenes, this.kind);
      this.files = [new File([blob], `crownsight.${this.kind.split('/')[1]}`, { type: this.kind })];
    } finally {
      this.button.disabled = false;
      this.name();
    }
    // A share sheet asks for a tap of its own.
    if (!navigator.canShare?.({ files: this.files })) await this.passOn(this.files);
  }

  async passOn(files) {
    const isShared = await passOn(files, this.data.text);
    if (!isShared && !this.kind && matchMedia('(pointer: coarse)').matches) this.show(files);
  }

  show(files) {
    this.dialog.querySelectorAll('img').forEach((image) => URL.revokeObjectURL(image.src));
    this.dialog.querySelector('p').textContent = this.data.hold;
    this.dialog.querySelector('.close').textContent = this.data.close;
    const alt = this.data.text;
    const images = files.map((file) => Object.assign(new Image(), { src: URL.createObjectURL(file), alt }));
    this.dialog.querySelector('div').replaceChildren(...images);
    this.dialog.showModal();
  }
}

export default function ({ data, parentElement }) {
  parentElement.share ??= new Share(parentElement);
  parentElement.share.update(data);
}
