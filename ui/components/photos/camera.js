// Takes one or more photos and sends them one after the other. Each has an idempotency key, and is kept in the browser
// until the page has taken its result. Its progress comes with the updates, or is fetched if those are silent.

import { isServerLost } from '../shared/environment.js';
import { announce } from '../shared/events.js';
import { newKey } from '../shared/new_key.js';
import { registerPending } from '../shared/pending.js';
import { getLanguage, say, sayOf, setWords } from '../shared/words.js';
import { reruns } from '../streamlit/reruns.js';
import { updates } from '../updates/updates.js';
import { keptPhotos } from './kept_photos.js';

const MOST_BYTES = 40_000_000;
const CHECK_INTERVAL_MS = 500;
const STALLED_AFTER_MS = 8_000; // without progress of an upload; doubled each time
const RETRY_MS = 3_000; // after a failure
const SILENT_AFTER_MS = 3_000; // without an update on a photo its progress is fetched
const STAGES = ['finding', 'reading', 'checking'];
const LONG_SIDE = 2400; // pixels: squares of four kingdoms in one photo still have over 100
const WORTH_SHRINKING = 1_000_000; // bytes: below that sending is quicker than shrinking
const QUALITY = 0.88; // of the JPEG

const cannotSend = () => !navigator.onLine || isServerLost();
const hasCamera = () => matchMedia('(pointer: coarse)').matches; // elsewhere "capture" opens a file as well
const isPicture = (file) =>
  file.size <= MOST_BYTES && (!file.type || file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name));
const isRead = ({ progress }) => progress?.stage === 'read';

// Make a photo smaller before it is sent. A browser that cannot open it (HEIC) sends it as it is.
async function shrink(file) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  return blob && blob.size < file.size ? new File([blob], 'photo.jpg', { type: 'image/jpeg' }) : file;
}

const shrinkIfLarge = async (file) => (file.size < WORTH_SHRINKING ? file : shrink(file).catch(() => file));

class Camera {
  constructor() {
    this.photos = []; // { slot, key, file, url, state, share, since, pause, patience, progress, request }
    this.refused = ''; // what is said of files that are not sent
    for (const name of ['online', 'crownsight:online']) window.addEventListener(name, () => this.retryAll());
    window.addEventListener('crownsight:photo', ({ detail }) => this.onProgress(detail));
    window.addEventListener('crownsight:files', ({ detail }) => this.root.isConnected && this.addFiles(detail));
    updates.findPhoto = () => this.photo;
    registerPending(() => this.waiting);
    setInterval(() => this.checkPhotos(), CHECK_INTERVAL_MS);
  }

  // Return the photo that is shown and whose progress is polled: the first that is not read yet.
  get photo() {
    return this.photos.find((one) => !isRead(one)) ?? this.photos.at(-1);
  }

  update({ label, withoutCamera, most, quiet, compact, slot, field }, setTriggerValue, root) {
    const picks = Boolean(withoutCamera) && !hasCamera();
    const find = (selector) => root.querySelector(selector);
    Object.assign(this, { root, find, label: picks ? withoutCamera : label, compact, most, field });
    this.triggerRead = reruns.makeTrigger('photo', root, (keys) => setTriggerValue('read', keys));
    this.triggerRun = reruns.makeTrigger('photo', root, () => setTriggerValue('forgotten', true));
    find('.camera').classList.toggle('quiet', quiet);
    find('.camera').classList.toggle('compact', compact);
    find('.shutter svg').toggleAttribute('hidden', picks); // a picture is chosen with no camera
    find('.shutter').onclick = () => find(hasCamera() ? '.chosen' : '.picked').click(); // on a phone the camera itself
    find('.gallery').onclick = () => find('.picked').click();
    find('.gallery').textContent = most > 1 ? say('Choose from photos') : say('Choose a photo');
    find('.picked').multiple = most > 1;
    find('.other').onclick = () => this.forgetAll();
    for (const name of ['.chosen', '.picked'])
      find(name).onchange = ({ target }) => {
        const files = [...target.files];
        target.value = '';
        this.addFiles(files);
      };
    // Photos that are being sent belong to their page, whatever that asks for by now.
    const isElsewhere = this.path !== location.pathname;
    if (this.slot !== slot && (isElsewhere || !this.photos.length)) this.restore(slot);
    this.path = location.pathname;
    this.draw();
  }

  // Switch to another slot, and resume photos that were taken for it before.
  async restore(slot) {
    this.photos.forEach((photo) => this.discard(photo));
    this.refused = '';
    this.slot = slot;
    const kept = await keptPhotos.find(slot);
    if (this.slot === slot && !this.photos.length) kept.forEach((photo) => this.resumeKept(photo));
  }

  // Add files one after another: a large photo takes 50 MB while it is made smaller.
  async addFiles(files) {
    const pictures = files.filter(isPicture);
    const room = Math.max(0, this.most - this.photos.length);
    const added = pictures.slice(0, room).map((file) => this.add(file, newKey()));
    this.refused = this.describeSkipped(files.length, pictures.length, added.length);
    this.draw();
    for (const photo of added) {
      photo.file = await shrinkIfLarge(photo.file);
      if (!this.photos.includes(photo)) continue;
      keptPhotos.keep(photo);
      this.schedule(photo, 0);
      this.sendNext();
    }
  }

  describeSkipped(files, pictures, added) {
    if (files && !pictures) return say('That isn’t a photo, or it’s over 40 MB. Choose another one.');
    if (added < pictures)
      return sayOf(
        this.most,
        'One photo at a time: the others were skipped.',
        '{number} photos at a time: the others were skipped.'
      );
    return pictures < files ? say('Skipped: files that aren’t photos or are over 40 MB.') : '';
  }

  // Resume a photo that was kept; the server may have received it before the page was loaded again.
  resumeKept({ file, key }) {
    const photo = this.add(file, key);
    this.schedule(photo, 0);
    this.fetchProgress(photo);
  }

  add(file, key) {
    const url = URL.createObjectURL(file);
    const begun = { state: 'shrinking', share: 0, patience: STALLED_AFTER_MS, progress: null };
    this.photos.push({ slot: this.slot, key, file, url, ...begun });
    return this.photos.at(-1);
  }

  forgetAll() {
    [...this.photos].forEach((photo) => this.forget(photo));
    this.find('.shutter').focus();
  }

  forget(photo) {
    keptPhotos.forget(photo);
    this.discard(photo);
    this.draw();
  }

  // Give up a photo; the page takes the others without it.
  reject(photo, words) {
    this.forget(photo);
    this.refused = words;
    this.handOver();
    this.draw();
  }

  discard(photo) {
    const { request } = photo;
    photo.request = null;
    request?.abort();
    URL.revokeObjectURL(photo.url);
    this.photos = this.photos.filter((one) => one !== photo);
  }

  schedule(photo, pause = RETRY_MS) {
    const { request } = photo;
    Object.assign(photo, { state: 'waiting', since: performance.now(), pause, progress: null, request: null });
    request?.abort();
    this.draw();
  }

  // Send the next photo that is due; `fetch` would not report progress.
  sendNext() {
    if (this.photos.some(({ state }) => state === 'sending')) return;
    const now = performance.now();
    const photo = this.photos.find(({ state, since, pause }) => state === 'waiting' && now - since >= pause);
    if (!photo) return;
    if (cannotSend()) return this.draw();
    const request = new XMLHttpRequest();
    Object.assign(photo, { state: 'sending', share: 0, since: performance.now(), request });
    const during = (does) => (event) => photo.request === request && does(event);
    request.upload.onprogress = during(({ loaded, total }) => {
      const share = total ? loaded / total : 0;
      if (share > photo.share) Object.assign(photo, { share, since: performance.now() });
      this.draw();
    });
    request.onload = during(() => this.onResponse(photo, request));
    for (const name of ['onerror', 'onabort', 'ontimeout']) request[name] = during(() => this.schedule(photo));
    request.open('POST', `/api/files/${photo.key}?for=${encodeURIComponent(this.field)}&l=${getLanguage()}`);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', photo.file.type || 'image/heic');
    request.send(photo.file);
    this.draw();
  }

  onResponse(photo, request) {
    const body = request.response; // null if it is no JSON
    photo.request = null;
    if (request.status === 202 && body) this.onAccepted(body);
    else if (request.status === 413 || request.status === 415) this.reject(photo, body?.error ?? '');
    else {
      // A server that was restarted does not know the page.
      if (request.status === 409 && this.root.isConnected) this.triggerRun();
      photo.refused = request.status === 409 ? '' : body?.error;
      this.schedule(photo, 1000 * Number(request.getResponseHeader('Retry-After')) || RETRY_MS);
    }
    this.sendNext();
  }

  async fetchProgress(photo) {
    photo.since = performance.now();
    const answer = await fetch(`/api/files/${photo.key}`, { cache: 'no-store' }).catch(() => null);
    const body = answer?.ok ? await answer.json().catch(() => null) : null;
    if (!this.photos.includes(photo)) return;
    if (body) return this.onAccepted(body);
    if (answer?.status !== 404) return;
    if (photo.state === 'sent') this.schedule(photo, 0); // the server was restarted
    this.sendNext();
  }

  // Poll the progress of a photo that the server has accepted.
  onAccepted(progress) {
    this.onProgress(progress);
    if (this.photo?.key === progress.key && this.photo.state === 'sent') updates.poll();
  }

  onProgress(progress) {
    const photo = this.photos.find(({ key }) => key === progress.key);
    if (!photo) return;
    Object.assign(photo, { state: 'sent', since: performance.now(), progress, request: null, refused: '' });
    if (progress.stage === 'taken') return this.forget(photo);
    if (progress.stage === 'failed') return this.reject(photo, say('This photo couldn’t be read. Take another one.'));
    this.handOver();
    this.draw();
  }

  // Hand the photos to the page once all are read.
  handOver() {
    const { photos } = this;
    if (photos.length && photos.every(isRead) && this.root.isConnected) this.triggerRead(photos.map(({ key }) => key));
  }

  retryAll() {
    for (const photo of this.photos) {
      if (photo.state === 'sending' || photo.state === 'waiting') this.schedule(photo, 0);
      if (photo.state === 'sent') this.fetchProgress(photo);
    }
    this.sendNext();
  }

  checkPhotos() {
    for (const photo of this.photos) {
      const waited = performance.now() - photo.since;
      if (photo.state === 'sending' && (cannotSend() || waited > photo.patience)) {
        photo.patience *= 2; // a slow network takes in more than it has passed on
        this.schedule(photo);
      }
      if (photo.state === 'sent' && waited > SILENT_AFTER_MS && !cannotSend()) this.fetchProgress(photo);
    }
    this.sendNext();
    announce('waiting');
    if (!this.root.isConnected) this.markPage(false);
  }

  // Return how many photos wait to be sent.
  get waiting() {
    return this.root.isConnected ? this.photos.filter(({ state }) => state === 'waiting').length : 0;
  }

  getCaption({ state, share, progress, refused }) {
    const place = progress?.position;
    if (place) return say('Other photos are being read. Yours is number {place} in line.', { place });
    if (state === 'sent') return '';
    if (state === 'waiting' && cannotSend()) {
      return say('No connection. The photo is safe here and will be sent once you’re back online.');
    }
    if (state === 'waiting' && refused) return refused;
    return share ? say('Sending the photo: {share} %', { share: Math.round(100 * share) }) : say('Sending the photo …');
  }

  draw() {
    const { find, photo, photos } = this;
    find('.shutter span').textContent = this.label;
    find('.shutter').hidden = Boolean(photo) || (this.compact && !hasCamera()); // a page without a camera has another
    find('.gallery').hidden = Boolean(photo) || !hasCamera(); // the large button does the same
    find('.drops').hidden = Boolean(photo) || hasCamera();
    find('.refused').hidden = !this.refused;
    find('.refused').textContent = this.refused;
    find('.taken').hidden = !photo;
    this.markPage(photos.some(({ state }) => state === 'sent'));
    if (photo) this.drawPhoto(photo);
  }

  // Mark the page while a photo is read, so that the style hides what comes after it until all of that is drawn.
  markPage(isPhotoShown) {
    const { dataset } = document.documentElement;
    if (isPhotoShown) dataset.photo = 'sent';
    else if (dataset.photo === 'sent' && reruns.inFlight) {
      dataset.photo = 'left';
      const look = () => (reruns.inFlight ? requestAnimationFrame(look) : this.draw());
      look();
    } else if (dataset.photo !== 'left' || !reruns.inFlight) delete dataset.photo;
  }

  drawPhoto(photo) {
    const { find } = this;
    const { url, state, share, progress } = photo;
    const image = find('.taken img');
    if (image.dataset.of !== url) Object.assign(image, { src: url, hidden: false }).dataset.of = url;
    // A format that the browser does not know is shown as the server has converted it.
    image.onerror = () => {
      if (progress?.picture && !image.src.endsWith(progress.picture)) image.src = progress.picture;
      else image.hidden = true;
    };
    image.onload = () => (image.hidden = false);
    if (image.hidden && progress?.picture) image.src = progress.picture;
    this.drawGrids(find('.grids'), progress);
    const count = this.photos.length;
    const counted = count > 1 ? say('{number} of {count}', { number: 1 + this.photos.indexOf(photo), count }) : '';
    const words = [counted, this.getCaption(photo)].filter(Boolean).join(' · ');
    if (find('figcaption').textContent !== words) find('figcaption').textContent = words;
    find('.stages').hidden = state !== 'sent';
    const now = isRead(photo) ? STAGES.length : STAGES.indexOf(progress?.stage);
    [...find('.stages').children].forEach((stage, at) => (stage.className = at < now ? 'done' : at === now ? 'now' : ''));
    find('progress').hidden = state !== 'sending';
    find('progress').value = share;
    find('.other').hidden = state === 'sent';
  }

  drawGrids(over, progress) {
    const { grids = [], width = 1, height = 1 } = progress ?? {};
    if (over.children.length === 2 * grids.length) return;
    over.setAttribute('viewBox', `0 0 ${width} ${height}`);
    over.style.fontSize = `${width / 400}px`; // strokes are in em: wider on large pictures
    over.innerHTML = grids.map(renderGrid).join('');
  }
}

// Render the lines of a grid through its grid points.
function renderGrid(rows) {
  const lines = [...rows, ...rows[0].map((_, column) => rows.map((row) => row[column]))];
  const d = lines.map((line) => `M${line.map((point) => point.join(' ')).join('L')}`).join('');
  return ['ink', 'line'].map((name) => `<path class="${name}" pathLength="1" d="${d}"/>`).join('');
}

let camera = null;

export default function ({ data, setTriggerValue, parentElement }) {
  setWords(parentElement, data.words);
  parentElement.querySelector('img').alt = say('the photo');
  camera ??= new Camera();
  camera.update(data, setTriggerValue, parentElement);
}
