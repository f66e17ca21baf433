// One photo on its way: chosen, waiting for the network, sending, with the server, read, and taken by the page. It has a
// key by which the server reads it once however often it comes, and is kept in the browser until the page has taken what
// it gave. How far the server is comes with the news (`crownsight:photo`); where they are silent it is asked.

const MOST_BYTES = 40_000_000;
const LOOK_EVERY = 500; // milliseconds
const STUCK_AFTER = 20_000; // milliseconds in which nothing more of a photo was taken
const AGAIN_AFTER = 3_000; // milliseconds after a failure
const UNHEARD_AFTER = 3_000; // milliseconds without word of a photo after which the server is asked
const STEPS = ['finding', 'reading', 'checking'];

const isOffline = () => !navigator.onLine || document.documentElement.dataset.connection === 'offline';
const hasCamera = () => matchMedia('(pointer: coarse)').matches; // elsewhere "capture" opens a file as well
const isPicture = (file) =>
  file.size <= MOST_BYTES && (!file.type || file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name));

class Camera {
  constructor() {
    this.photo = null; // { slot, key, file, url, state, share, since, pause, news, request }
    this.refused = ''; // what is said instead of a photo
    for (const name of ['online', 'crownsight:online']) window.addEventListener(name, () => this.resume());
    window.addEventListener('crownsight:photo', ({ detail }) => this.hear(detail));
    setInterval(() => this.look(), LOOK_EVERY);
  }

  update({ label, withoutCamera, quiet, slot, place, language }, setTriggerValue, root) {
    const picks = Boolean(withoutCamera) && !hasCamera();
    Object.assign(this, { root, label: picks ? withoutCamera : label, picks, place, language });
    this.take = crownsightRuns.speaker('photo', (key) => setTriggerValue('read', key));
    this.drawAgain = crownsightRuns.speaker('photo', () => setTriggerValue('forgotten', true));
    root.querySelector('.camera').classList.toggle('quiet', quiet);
    root.querySelector('.shutter svg').toggleAttribute('hidden', picks); // a picture is chosen with no camera
    root.querySelector('.shutter').onclick = () => root.querySelector('.chosen').click(); // on a phone the camera itself
    root.querySelector('.gallery').onclick = () => root.querySelector('.picked').click();
    root.querySelector('.other').onclick = () => this.drop();
    for (const name of ['.chosen', '.picked']) root.querySelector(name).onchange = ({ target }) => this.choose(target);
    root.ondragover = (event) => event.preventDefault();
    root.ondrop = (event) => {
      event.preventDefault();
      this.choose(event.dataTransfer);
    };
    // A photo under way belongs to its page, whatever that asks for by now.
    const isElsewhere = this.path !== location.pathname;
    if (this.slot !== slot && (isElsewhere || !this.photo)) this.turnTo(slot);
    this.path = location.pathname;
    this.draw();
  }

  // Another photo is asked for; one that was taken for that before may still be kept.
  turnTo(slot) {
    this.clear();
    this.slot = slot;
    keptPhotos.find(slot).then((kept) => kept && this.slot === slot && !this.photo && this.goOn(kept));
  }

  async choose(from) {
    const [file] = from.files;
    if (from instanceof HTMLInputElement) from.value = '';
    if (!file) return;
    if (!isPicture(file)) return this.refuse();
    const photo = this.show(file, newKey());
    photo.file = await smaller(file);
    if (this.photo !== photo) return;
    keptPhotos.keep(photo.slot, photo.key, photo.file);
    this.wait(photo, 0);
    this.send();
  }

  // The server may have had it before the page was loaded again.
  goOn({ file, key }) {
    this.wait(this.show(file, key), 0);
    this.ask(this.photo);
  }

  show(file, key) {
    this.clear();
    this.photo = { slot: this.slot, key, file, url: URL.createObjectURL(file), state: 'shrinking', share: 0, news: null };
    this.draw();
    return this.photo;
  }

  drop() {
    this.forget(this.photo);
    this.root.querySelector('.shutter').focus();
  }

  forget(photo) {
    keptPhotos.forget(photo.slot);
    this.clear();
    this.draw();
  }

  refuse(words = say('This file is no picture, or it is larger than 40 MB. Choose another one.')) {
    if (this.photo) this.forget(this.photo);
    this.refused = words;
    this.draw();
  }

  clear() {
    if (this.photo) URL.revokeObjectURL(this.photo.url);
    this.photo?.request?.abort();
    this.photo = null;
    this.refused = '';
  }

  wait(photo, pause = AGAIN_AFTER) {
    if (this.photo !== photo) return;
    Object.assign(photo, { state: 'waiting', since: performance.now(), pause, news: null, request: null });
    this.draw();
  }

  // A request that says how far it is, which `fetch` does not.
  send() {
    const { photo } = this;
    if (photo?.state !== 'waiting') return;
    if (isOffline()) return this.draw();
    const request = new XMLHttpRequest();
    Object.assign(photo, { state: 'sending', share: 0, since: performance.now(), request });
    const during = (does) => (event) => photo.request === request && does(event);
    request.upload.onprogress = during(({ loaded, total }) => {
      Object.assign(photo, { share: total ? loaded / total : 0, since: performance.now() });
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
    if (request.status === 202 && said) return this.follow(said);
    if (request.status === 413 || request.status === 415) return this.refuse(said?.error);
    if (request.status === 409 && this.root.isConnected) this.drawAgain(); // a server that began anew knows of no page
    photo.refused = request.status === 409 ? '' : said?.error;
    this.wait(photo, 1000 * Number(request.getResponseHeader('Retry-After')) || AGAIN_AFTER);
  }

  async ask(photo) {
    photo.since = performance.now();
    const answer = await fetch(`/api/files/${photo.key}`, { cache: 'no-store' }).catch(() => null);
    const said = answer?.ok ? saidIn(await answer.text().catch(() => '')) : null;
    if (this.photo !== photo) return;
    if (said) return this.follow(said);
    if (answer?.status !== 404) return;
    if (photo.state === 'sent') this.wait(photo, 0); // the server has begun anew
    this.send();
  }

  // From now on the news are asked for it.
  follow(news) {
    this.hear(news);
    if (this.photo?.state === 'sent') window.crownsightNews?.ask();
  }

  hear(news) {
    const { photo } = this;
    if (photo?.key !== news.key) return;
    Object.assign(photo, { state: 'sent', since: performance.now(), news, request: null, refused: '' });
    if (news.step === 'taken') return this.forget(photo);
    if (news.step === 'failed') return this.refuse(say('This photo could not be read. Take another one.'));
    if (news.step === 'read' && this.root.isConnected) this.take(photo.key);
    this.draw();
  }

  resume() {
    if (this.photo?.state === 'sending') this.wait(this.photo, 0);
    if (this.photo?.state === 'sent') this.ask(this.photo);
    this.send();
  }

  look() {
    const { photo } = this;
    if (photo) {
      const waited = performance.now() - photo.since;
      if (photo.state === 'waiting' && waited > photo.pause) this.send();
      if (photo.state === 'sending' && (isOffline() || waited > STUCK_AFTER)) photo.request.abort();
      if (photo.state === 'sent' && waited > UNHEARD_AFTER && !isOffline()) this.ask(photo);
      this.tellWaiting();
    }
    if (!this.root.isConnected) delete document.documentElement.dataset.photo;
  }

  tellWaiting() {
    const count = Number(this.photo?.state === 'waiting');
    window.dispatchEvent(new CustomEvent('crownsight:waiting', { detail: { holder: this.root, count } }));
  }

  words() {
    const { state, share, news, refused } = this.photo;
    if (news?.place) return say('Other photos are being read. Yours is number {place} in line.', { place: news.place });
    if (state === 'sent') return '';
    if (state === 'waiting' && isOffline()) return say('No connection. The photo is kept here and sent as soon as there is one.');
    if (state === 'waiting' && refused) return refused;
    return share ? say('Sending the photo: {share} %', { share: Math.round(100 * share) }) : say('Sending the photo …');
  }

  draw() {
    const { root, photo } = this;
    const find = (name) => root.querySelector(name);
    find('.shutter span').textContent = this.label;
    find('.shutter').hidden = Boolean(photo);
    find('.gallery').hidden = Boolean(photo) || this.picks; // the large button does the same
    find('.refused').hidden = !this.refused;
    find('.refused').textContent = this.refused;
    find('.taken').hidden = !photo;
    if (photo?.state === 'sent') document.documentElement.dataset.photo = 'sent'; // the look leaves it the page
    else delete document.documentElement.dataset.photo;
    if (photo) this.drawPhoto(find, photo);
  }

  drawPhoto(find, { url, state, share, news }) {
    const image = find('.taken img');
    if (image.dataset.of !== url) Object.assign(image, { src: url, hidden: false }).dataset.of = url;
    // A format that this browser does not know is shown as the server has opened it.
    image.onerror = () => (news?.picture && !image.src.endsWith(news.picture) ? (image.src = news.picture) : (image.hidden = true));
    image.onload = () => (image.hidden = false);
    if (image.hidden && news?.picture) image.src = news.picture;
    this.drawGrids(find('.grids'), news);
    const words = this.words();
    if (find('figcaption').textContent !== words) find('figcaption').textContent = words;
    find('.steps').hidden = state !== 'sent';
    const now = news?.step === 'read' ? STEPS.length : STEPS.indexOf(news?.step);
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

export default function ({ data, setTriggerValue, parentElement }) {
  speak(parentElement, data.words);
  parentElement.querySelector('img').alt = say('the photo');
  window.crownsightPhoto ??= new Camera();
  window.crownsightPhoto.update(data, setTriggerValue, parentElement);
}
