// Renders SVG drawings as PNG files and shares them: by the share sheet of the phone, else as downloads.

import { createElement } from './shared/elements.js';
import { listenOnPage } from './shared/events.js';
import { pause, waitUntil } from './shared/time.js';
import { setWords } from './shared/words.js';

const ELLIPSIS = '…';
const SAVE_INTERVAL_MS = 300;
const KEPT_FOR_MS = 60_000; // a file, while the browser saves it

// Shortens a text that is wider than its `data-width`; only the browser can measure it.
const shortenText = (text) => {
  const most = Number(text.dataset.width);
  let shown = text.textContent;
  while (shown && text.getComputedTextLength() > most) {
    shown = shown.slice(0, Math.min(shown.length - 1, Math.ceil((shown.length * most) / text.getComputedTextLength())));
    text.textContent = shown.trimEnd() + ELLIPSIS;
  }
};

const layOut = (root, svg) => {
  const place = createElement(`<div class="drawing" aria-hidden="true">${svg}</div>`);
  root.append(place);
  place.querySelectorAll('text[data-width]').forEach(shortenText);
  place.remove();
  return place.firstElementChild;
};

const asDataUrl = (blob) =>
  new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });

// An SVG drawn as an image loads no other file, so its photos are embedded. Throws if one cannot be fetched.
const embedPhotos = async (drawing) => {
  for (const photo of drawing.querySelectorAll('image')) {
    const answer = await fetch(photo.getAttribute('href'));
    if (!answer.ok) throw new Error(`the photo of a picture was answered with ${answer.status}`);
    photo.setAttribute('href', await asDataUrl(await answer.blob()));
  }
  return new XMLSerializer().serializeToString(drawing);
};

const TYPEFACE = 'Source Sans';

// Returns the address of the app's typeface as its style sheet has it.
const typefaceUrl = () => {
  const sheets = [...document.styleSheets].filter(({ href }) => href?.startsWith(location.origin));
  for (const sheet of sheets) {
    for (const { style } of sheet.cssRules) {
      const isUpright = style?.fontFamily.includes(TYPEFACE) && style.fontStyle !== 'italic';
      const [, url] = (isUpright && style.getPropertyValue('src').match(/url\(["']?([^"')]+)/)) || [];
      if (url) return new URL(url, sheet.href);
    }
  }
  return null;
};

// Embeds the typeface of the app: an SVG drawn as an image has only the fonts of the machine.
const embedTypeface = async (svg) => {
  const answer = await fetch(typefaceUrl()).catch(() => null);
  if (!answer?.ok) return svg;
  const face = `font-family:'${TYPEFACE}';font-weight:100 900;src:url(${await asDataUrl(await answer.blob())})`;
  return svg.replace('>', `><style>@font-face{${face}}</style>`);
};

const renderPng = async (drawn) => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
};

// One after another: in WebKit a second download at the same time replaces the first.
const saveAll = async (files) => {
  for (const file of files) {
    const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(file), download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR_MS);
    await pause(SAVE_INTERVAL_MS);
  }
};

// Offers files to the share sheet; returns whether there is one.
const offerFiles = async (files, text) => {
  if (!navigator.canShare?.({ files })) return false;
  try {
    await navigator.share({ files, text });
    return true;
  } catch (refused) {
    return refused.name === 'AbortError'; // the person closed it
  }
};

// The button that shares the pictures of a game. A phone without a share sheet (there is none over http) saves them and
// shows them as well: a picture that is held can be saved wherever the browser puts its downloads.

const IGNORED_MS = 1000; // after a tap, so that a double tap saves nothing twice
const DRAWN_WITHIN_MS = 3000; // later the pictures are shared as they were drawn last

const isPageDrawn = () => 'atRest' in document.documentElement.dataset; // with the pictures of what was sent

class Share {
  constructor(root) {
    this.root = root;
    listenOnPage(root, 'share', () => this.press());
    root.querySelector('.share').addEventListener('click', () => this.press());
    this.dialog = root.querySelector('dialog');
    this.dialog.addEventListener('click', ({ target }) => {
      if (target.matches('.close') || (target === this.dialog && !this.isPressed)) this.dialog.close();
    });
  }

  update(data) {
    const isNew = JSON.stringify(data.drawings) !== JSON.stringify(this.data?.drawings);
    this.data = data;
    setWords(this.root, data.words);
    if (isNew) this.files = this.paint().catch(() => null); // ready before the tap
  }

  async press() {
    if (this.isPressed) return;
    this.isPressed = true;
    const rested = pause(IGNORED_MS);
    try {
      await waitUntil(isPageDrawn, DRAWN_WITHIN_MS);
      await this.shareAll((await this.files) ?? (await this.paint()));
    } finally {
      await rested;
      this.isPressed = false;
    }
  }

  paint() {
    return Promise.all(
      Object.entries(this.data.drawings).map(async ([name, drawing]) => {
        const blob = await renderPng(await embedTypeface(await embedPhotos(layOut(this.root, drawing))));
        return new File([blob], name, { type: 'image/png' });
      }),
    );
  }

  async shareAll(files) {
    if (await offerFiles(files, this.data.text)) return;
    saveAll(files);
    if (matchMedia('(pointer: coarse)').matches) this.show(files);
  }

  show(files) {
    this.dialog.querySelectorAll('img').forEach((image) => URL.revokeObjectURL(image.src));
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
