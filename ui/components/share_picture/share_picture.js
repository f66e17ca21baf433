// The button that passes on the pictures of a game.

class SharePicture {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector('.share');
    this.button.addEventListener('click', () => this.share());
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
    await passOn(files, this.data.text);
  }
}

export default function ({ data, parentElement }) {
  parentElement.sharePicture ??= new SharePicture(parentElement);
  parentElement.sharePicture.update(data);
}
