// Turns drawings into pictures and passes files on: by the phone's share sheet where there is one, else saved.

const ELLIPSIS = '…';
const SAVED_EVERY = 300; // milliseconds from one file to the next

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

const asDataUrl = (blob) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });

// A drawing that is painted loads nothing, so it has to hold its photos. Raises where one can't be fetched.
const withPhotos = async (svg) => {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
  for (const photo of drawing.querySelectorAll('image')) {
    const answer = await fetch(photo.getAttribute('href'));
    if (!answer.ok) throw new Error(`the photo of a picture was answered with ${answer.status}`);
    photo.setAttribute('href', await asDataUrl(await answer.blob()));
  }
  return new XMLSerializer().serializeToString(drawing);
};

const asImage = async (drawn) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  return image;
};

const painted = async (drawn) => {
  const image = await asImage(drawn);
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

// One after the other: WebKit lets the second of one moment take the place of the first.
const saveAll = async (files) => {
  for (const file of files) {
    saveAs(file, file.name);
    await new Promise((done) => setTimeout(done, SAVED_EVERY));
  }
};

// Whether the phone's share sheet took them; they are saved where there is none.
const passOn = async (files, text) => {
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files, text });
      return true;
    } catch (refused) {
      if (refused.name === 'AbortError') return true;
    }
  }
  saveAll(files);
  return false;
};

// A clip of a race, painted on a canvas and recorded there: the browser alone makes it.

const LEGS_MS = 4400; // of all legs together
const END_MS = 1600; // of the picture at the end
const FADE_MS = 180; // from one picture to the next
const RATE = 30; // pictures a second
const KINDS = ['video/mp4', 'video/webm']; // chats take the first more often

// What this browser can record; undefined where it cannot.
const kindOfClip = () =>
  HTMLCanvasElement.prototype.captureStream && KINDS.find((kind) => window.MediaRecorder?.isTypeSupported(kind));

const recorded = (recorder) =>
  new Promise((done) => {
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => done(new Blob(parts, { type: recorder.mimeType }));
  });

// A clip of pictures that follow each other over a background, and of the one at the end, all of them images.
const clipOf = async ({ background, legs, end }, kind) => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [end.naturalWidth, end.naturalHeight];
  const pen = canvas.getContext('2d');
  const show = (image, shown) => {
    pen.globalAlpha = Math.min(1, shown);
    pen.drawImage(image, 0, 0);
  };
  const recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: kind, videoBitsPerSecond: 4_000_000 });
  const blob = recorded(recorder);
  show(background, 1);
  recorder.start();
  const scenes = [...legs.map((leg) => [leg, LEGS_MS / legs.length]), [end, END_MS]];
  for (const [image, lasts] of scenes) {
    const began = performance.now();
    for (let past = 0; past < lasts; past = performance.now() - began) {
      show(image, past / FADE_MS);
      await new Promise((done) => requestAnimationFrame(done));
    }
  }
  recorder.stop();
  return blob;
};

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
