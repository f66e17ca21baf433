// The button that passes on the pictures of a game. A phone without a share sheet (over http none has one) saves them, and
// shows them as well: a picture that is held can be saved wherever a browser puts its downloads.

class SharePicture {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector('.share');
    this.button.addEventListener('click', () => this.share());
    this.dialog = root.querySelector('dialog');
    this.dialog.addEventListener('click', ({ target }) => target.matches('dialog, .close') && this.dialog.close());
  }

  update(data) {
    this.button.textContent = data.label;
    const isNew = JSON.stringify(data.pictures) !== JSON.stringify(this.data?.pictures);
    this.data = data;
    if (isNew) this.files = this.paint().catch(() => null); // ready before they are asked for
  }

  paint() {
    return Promise.all(
      this.data.pictures.map(async ({ name, drawing }) => {
        const blob = await painted(await withPhotos(fitted(this.root, drawing)));
        return new File([blob], name, { type: 'image/png' });
      }),
    );
  }

  async share() {
    const files = (await this.files) ?? (await this.paint());
    const isShared = await passOn(files, this.data.text);
    if (!isShared && matchMedia('(pointer: coarse)').matches) this.show(files);
  }

  show(files) {
    this.dialog.querySelectorAll('img').forEach((image) => URL.revokeObjectURL(image.src));
    this.dialog.querySelector('p').textContent = this.data.hold;
    this.dialog.querySelector('.close').textContent = this.data.close;
    const images = files.map((file) => Object.assign(new Image(), { src: URL.createObjectURL(file), alt: this.data.text }));
    this.dialog.querySelector('div').replaceChildren(...images);
    this.dialog.showModal();
  }
}

export default function ({ data, parentElement }) {
  parentElement.sharePicture ??= new SharePicture(parentElement);
  parentElement.sharePicture.update(data);
}
