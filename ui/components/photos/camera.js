// Photos on their way: chosen, waiting for the network, sending, with the server, read, and taken by the page, several
// at once together. Each has a key by which the server reads it once however often it comes, and is kept in the browser
// until the page has taken what it gave. How far the server is comes with the news (`crownsight:photo`), for one photo
// after the other; where they are silent it is asked.

import { isServerLost } from '../shared/environment.js';
import { tellPage } from '../shared/events.js';
import { newKey } from '../shared/new_key.js';
import { registerPending } from '../shared/pending.js';
import { say, sayOf, setWords } from '../shared/words.js';
import { reruns } from '../streamlit/reruns.js';
import { updates } from '../updates/updates.js';
import { keptPhotos } from './kept_photos.js';

const MOST_BYTES = 40_000_000;
const LOOK_EVERY = 500; // milliseconds
const STUCK_AFTER = 8_000; // milliseconds in which nothing more of a photo was taken; each time twice as many
const AGAIN_AFTER = 3_000; // milliseconds after a failure
const SILENT_AFTER = 3_000; // milliseconds without news of a photo after which the server is asked
const STEPS = ['finding', 'reading', 'checking'];
const LONG_SIDE = 2400; // pixels: squares of four kingdoms in one photo still have over 100
const WORTH_SHRINKING = 1_000_000; // bytes: below that sending is quicker than shrinking
const QUALITY = 0.88; // of the JPEG

const cannotSend = () => !navigator.onLine || isServerLost();
const hasCamera = () => matchMedia('(pointer: coarse)').matches; // elsewhere "capture" opens a file as well
const isPicture = (file) =>
  file.size <= MOST_BYTES && (!file.type || file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name));
const isRead = ({ news }) => news?.step === 'read';

// A photo made smaller before it is sent. A browser that cannot open it (HEIC) sends it as it is.
async function shrunk(file) {
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

const smaller = async (file) => (file.size < WORTH_SHRINKING ? file : shrunk(file).catch(() => file));

class Camera {
  constructor() {
    this.photos = []; // { slot, key, file, url, state, share, since, pause, patience, news, request }
    this.refused = ''; // what is said of files that are not sent
    for (const name of ['online', 'crownsight:online']) window.addEventListener(name, () => this.resume());
    window.addEventListener('crownsight:photo', ({ detail }) => this.onProgress(detail));
    window.addEventListener('crownsight:files', ({ detail }) => this.root.isConnected && this.choose(detail));
    updates.watchPhoto(() => this.photo);
    registerPending(() => this.waiting);
    setInterval(() => this.look(), LOOK_EVERY);
  }

  // The photo that is shown and asked about: the first that is not read yet.
  get photo() {
    return this.photos.find((one) => !isRead(one)) ?? this.photos.at(-1);
  }

  update({ label, withoutCamera, most, quiet, slot, place, language }, setTriggerValue, root) {
    const picks = Boolean(withoutCamera) && !hasCamera();
    Object.assign(this, { root, label: picks ? withoutCamera : label, most, place, language });
    this.take = reruns.speaker('photo', (keys) => setTriggerValue('read', keys));
    this.drawAgain = reruns.speaker('photo', () => setTriggerValue('forgotten', true));
    const find = (name) => root.querySelector(name);
    find('.camera').classList.toggle('quiet', quiet);
    find('.shutter svg').toggleAttribute('hidden', picks); // a picture is chosen with no camera
    find('.shutter').onclick = () => find(hasCamera() ? '.chosen' : '.picked').click(); // on a phone the camera itself
    find('.gallery').onclick = () => find('.picked').click();
    find('.gallery').textContent = most > 1 ? say('Choose from photos') : say('Choose a photo');
    find('.picked').multiple = most > 1;
    find('.other').onclick = () => this.drop();
    for (const name of ['.chosen', '.picked'])
      find(name).onchange = ({ target }) => {
        const files = [...target.files];
        target.value = '';
        this.choose(files);
      };
    // Photos under way belong to their page, whatever that asks for by now.
    const isElsewhere = this.path !== location.pathname;
    if (this.slot !== slot && (isElsewhere || !this.photos.length)) this.turnTo(slot);
    this.path = location.pathname;
    this.draw();
  }

  // Another photo is asked for; some that were taken for that before may still be kept.
  async turnTo(slot) {
    this.photos.forEach((photo) => this.leave(photo));
    this.refused = '';
    this.slot = slot;
    const kept = await keptPhotos.find(slot);
    if (this.slot === slot && !this.photos.length) kept.forEach((photo) => this.goOn(photo));
  }

  // One after the other: a large photo takes 50 MB while it is made smaller.
  async choose(files) {
    const pictures = files.filter(isPicture);
    const room = Math.max(0, this.most - this.photos.length);
    const added = pictures.slice(0, room).map((file) => this.add(file, newKey()));
    this.refused = this.leftOut(files.length, pictures.length, added.length);
    this.draw();
    for (const photo of added) {
      photo.file = await smaller(photo.file);
      if (!this.photos.includes(photo)) continue;
      keptPhotos.keep(photo);
      this.wait(photo, 0);
      this.send();
    }
  }

  leftOut(files, pictures, added) {
    if (files && !pictures) return say('That isn’t a photo, or it’s over 40 MB. Choose another one.');
    if (added < pictures)
      return sayOf(
        this.most,
        'One photo at a time: the others were skipped.',
        '{number} photos at a time: the others were skipped.'
      );
    return pictures < files ? say('Skipped: files that aren’t photos or are over 40 MB.') : '';
  }

  // The server may have had it before the page was loaded again.
  goOn({ file, key }) {
    const photo = this.add(file, key);
    this.wait(photo, 0);
    this.ask(photo);
  }

  add(file, key) {
    const url = URL.createObjectURL(file);
    const begun = { state: 'shrinking', share: 0, patience: STUCK_AFTER, news: null };
    this.photos.push({ slot: this.slot, key, file, url, ...begun });
    return this.photos.at(-1);
  }

  drop() {
    [...this.photos].forEach((photo) => this.forget(photo));
    this.root.querySelector('.shutter').focus();
  }

  forget(photo) {
    keptPhotos.forget(photo);
    this.leave(photo);
    this.draw();
  }

  // The others are taken without it.
  refuse(photo, words) {
    this.forget(photo);
    this.refused = words;
    this.offer();
    this.draw();
  }

  leave(photo) {
    const { request } = photo;
    photo.request = null;
    request?.abort();
    URL.revokeObjectURL(photo.url);
    this.photos = this.photos.filter((one) => one !== photo);
  }

  wait(photo, pause = AGAIN_AFTER) {
    const { request } = photo;
    Object.assign(photo, { state: 'waiting', since: performance.now(), pause, news: null, request: null });
    request?.abort();
    this.draw();
  }

  // The next that is due, by a request that says how far it is, which `fetch` does not.
  send() {
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
    request.onload = during(() => this.isAnswered(photo, request));
    for (const name of ['onerror', 'onabort', 'ontimeout']) request[name] = during(() => this.wait(photo));
    request.open('POST', `/api/files/${photo.key}?for=${encodeURIComponent(this.place)}&l=${this.language}`);
    request.setRequestHeader('Content-Type', photo.file.type || 'image/heic');
    request.send(photo.file);
    this.draw();
  }

  isAnswered(photo, request) {
    const said = saidIn(request.responseText);
    photo.request = null;
    if (request.status === 202 && said) this.follow(said);
    else if (request.status === 413 || request.status === 415) this.refuse(photo, said?.error ?? '');
    else {
      // A server that began anew knows of no page
      if (request.status === 409 && this.root.isConnected) this.drawAgain();
      photo.refused = request.status === 409 ? '' : said?.error;
      this.wait(photo, 1000 * Number(request.getResponseHeader('Retry-After')) || AGAIN_AFTER);
    }
    this.send();
  }

  async ask(photo) {
    photo.since = performance.now();
    const answer = await fetch(`/api/files/${photo.key}`, { cache: 'no-store' }).catch(() => null);
    const said = answer?.ok ? saidIn(await answer.text().catch(() => '')) : null;
    if (!this.photos.includes(photo)) return;
    if (said) return this.follow(said);
    if (answer?.status !== 404) return;
    if (photo.state === 'sent') this.wait(photo, 0); // the server has begun anew
    this.send();
  }

  // From now on the news are asked for it.
  follow(news) {
    this.onProgress(news);
    if (this.photo?.key === news.key && this.photo.state === 'sent') updates.ask();
  }

  onProgress(news) {
    const photo = this.photos.find(({ key }) => key === news.key);
    if (!photo) return;
    Object.assign(photo, { state: 'sent', since: performance.now(), news, request: null, refused: '' });
    if (news.step === 'taken') return this.forget(photo);
    if (news.step === 'failed') return this.refuse(photo, say('This photo couldn’t be read. Take another one.'));
    this.offer();
    this.draw();
  }

  // The page takes them once all are read.
  offer() {
    const { photos } = this;
    if (photos.length && photos.every(isRead) && this.root.isConnected) this.take(photos.map(({ key }) => key));
  }

  resume() {
    for (const photo of this.photos) {
      if (photo.state === 'sending' || photo.state === 'waiting') this.wait(photo, 0);
      if (photo.state === 'sent') this.ask(photo);
    }
    this.send();
  }

  look() {
    for (const photo of this.photos) {
      const waited = performance.now() - photo.since;
      if (photo.state === 'sending' && (cannotSend() || waited > photo.patience)) {
        photo.patience *= 2; // a slow network takes in more than it has passed on
        this.wait(photo);
      }
      if (photo.state === 'sent' && waited > SILENT_AFTER && !cannotSend()) this.ask(photo);
    }
    this.send();
    tellPage('waiting');
    if (!this.root.isConnected) this.markPage(false);
  }

  // How many wait to be sent while the page asks for them.
  get waiting() {
    return this.root.isConnected ? this.photos.filter(({ state }) => state === 'waiting').length : 0;
  }

  words({ state, share, news, refused }) {
    if (news?.place) return say('Other photos are being read. Yours is number {place} in line.', { place: news.place });
    if (state === 'sent') return '';
    if (state === 'waiting' && cannotSend()) {
      return say('No connection. The photo is safe here and will be sent once you’re back online.');
    }
    if (state === 'waiting' && refused) return refused;
    return share ? say('Sending the photo: {share} %', { share: Math.round(100 * share) }) : say('Sending the photo …');
  }

  draw() {
    const { root, photo, photos } = this;
    const find = (name) => root.querySelector(name);
    find('.shutter span').textContent = this.label;
    find('.shutter').hidden = Boolean(photo);
    find('.gallery').hidden = Boolean(photo) || !hasCamera(); // the large button does the same
    find('.drops').hidden = Boolean(photo) || hasCamera();
    find('.refused').hidden = !this.refused;
    find('.refused').textContent = this.refused;
    find('.taken').hidden = !photo;
    this.markPage(photos.some(({ state }) => state === 'sent'));
    if (photo) this.drawPhoto(find, photo);
  }

  // The look leaves the page to a photo that is read, and hides what comes after it until all of that is drawn.
  markPage(isPhotoShown) {
    const { dataset } = document.documentElement;
    if (isPhotoShown) dataset.photo = 'sent';
    else if (dataset.photo === 'sent' && reruns.underWay) {
      dataset.photo = 'left';
      const look = () => (reruns.underWay ? requestAnimationFrame(look) : this.draw());
      look();
    } else if (dataset.photo !== 'left' || !reruns.underWay) delete dataset.photo;
  }

  drawPhoto(find, photo) {
    const { url, state, share, news } = photo;
    const image = find('.taken img');
    if (image.dataset.of !== url) Object.assign(image, { src: url, hidden: false }).dataset.of = url;
    // A format that this browser does not know is shown as the server has opened it.
    image.onerror = () => {
      if (news?.picture && !image.src.endsWith(news.picture)) image.src = news.picture;
      else image.hidden = true;
    };
    image.onload = () => (image.hidden = false);
    if (image.hidden && news?.picture) image.src = news.picture;
    this.drawGrids(find('.grids'), news);
    const count = this.photos.length;
    const counted = count > 1 ? say('{number} of {count}', { number: 1 + this.photos.indexOf(photo), count }) : '';
    const words = [counted, this.words(photo)].filter(Boolean).join(' · ');
    if (find('figcaption').textContent !== words) find('figcaption').textContent = words;
    find('.steps').hidden = state !== 'sent';
    const now = isRead(photo) ? STEPS.length : STEPS.indexOf(news?.step);
    [...find('.steps').children].forEach((step, at) => (step.className = at < now ? 'done' : at === now ? 'now' : ''));
    find('progress').hidden = state !== 'sending';
    find('progress').value = share;
    find('.other').hidden = state === 'sent';
  }

  drawGrids(over, news) {
    const grids = news?.grids ?? [];
    if (over.children.length === 2 * grids.length) return;
    over.setAttribute('viewBox', `0 0 ${news?.width ?? 1} ${news?.height ?? 1}`);
    over.style.fontSize = `${(news?.width ?? 1) / 400}px`; // strokes are in em: as wide on a large picture
    over.replaceChildren(...grids.flatMap((rows) => ['ink', 'line'].map((name) => gridPath(rows, name))));
  }
}

// The lines of a grid through its crossings.
function gridPath(rows, name) {
  const lines = [...rows, ...rows[0].map((_, column) => rows.map((row) => row[column]))];
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('class', name);
  path.setAttribute('pathLength', 1);
  path.setAttribute('d', lines.map((line) => `M${line.map((point) => point.join(' ')).join('L')}`).join(''));
  return path;
}

const saidIn = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

let camera = null;

export default function ({ data, setTriggerValue, parentElement }) {
  setWords(parentElement, data.words);
  parentElement.querySelector('img').alt = say('the photo');
  camera ??= new Camera();
  camera.update(data, setTriggerValue, parentElement);
}
