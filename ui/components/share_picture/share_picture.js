// Turns a drawing into a PNG and passes it on: by the phone's share sheet where there is one, else as a file.

const ELLIPSIS = '…';

// Text that is wider than its place is cut off; only a browser knows how wide it is.
const fit = (text) => {
  const most = Number(text.dataset.width);
  let shown = text.textContent;
  while (shown && text.getComputedTextLength() > most) {
    shown = shown.slice(0, Math.min(shown.length - 1, Math.ceil((shown.length * most) / text.getComputedTextLength())));
    text.textContent = shown.trimEnd() + ELLIPSIS;
  }
};

const fitted = (root, svg) => {
  const place = document.createElement('div');
  place.className = 'drawing';
  place.setAttribute('aria-hidden', 'true');
  place.innerHTML = svg;
  root.append(place);
  place.querySelectorAll('text[data-width]').forEach(fit);
  const drawn = new XMLSerializer().serializeToString(place.firstElementChild);
  place.remove();
  return drawn;
};

const painted = async (drawn) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
};

const saveAs = (blob, name) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

class SharePicture {
  constructor(root) {
    this.root = root;
    this.button = root.querySelector('.share');
    this.button.addEventListener('click', () => this.share());
  }

  update(data) {
    this.button.textContent = data.label;
    if (data.picture !== this.data?.picture) this.png = painted(fitted(this.root, data.picture)); // ready before it is asked for
    this.data = data;
  }

  async share() {
    const { text, name } = this.data;
    const blob = await this.png;
    const file = new File([blob], name, { type: 'image/png' });
    if (!navigator.canShare?.({ files: [file] })) return saveAs(blob, name);
    try {
      await navigator.share({ files: [file], text });
    } catch (refused) {
      if (refused.name !== 'AbortError') saveAs(blob, name);
    }
  }
}

export default function ({ data, parentElement }) {
  parentElement.sharePicture ??= new SharePicture(parentElement);
  parentElement.sharePicture.update(data);
}
