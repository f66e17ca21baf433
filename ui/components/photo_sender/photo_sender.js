// One photo on its way to Streamlit's uploader on this screen: chosen, waiting for the network, sending, sent.

const UPLOADER = '.st-key-camera [data-testid=stFileUploaderDropzoneInput]';
const MOST_BYTES = 40_000_000;
const LOOK_EVERY = 500; // milliseconds
const STUCK_AFTER = 20_000; // milliseconds in which nothing more of a photo was taken
const AGAIN_AFTER = 3_000; // milliseconds after a failure, or of a server that does nothing with what it was sent

const isOffline = () => !navigator.onLine || document.documentElement.dataset.connection === 'offline';
const isAtRest = () => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning';
const isPicture = (file) =>
  file.size <= MOST_BYTES && (!file.type || file.type.startsWith('image/') || /\.hei[cf]$/i.test(file.name));

class PhotoSender {
  constructor() {
    this.photo = null; // { slot, file, url, state, share, since }
    this.isRefused = false;
    this.watchUploads();
    for (const name of ['online', 'crownsight:online']) window.addEventListener(name, () => this.resume());
    document.addEventListener('load', ({ target }) => this.giveWayTo(target), true);
    setInterval(() => this.look(), LOOK_EVERY);
  }

  update({ label, quiet, slot }, root) {
    this.root = root;
    this.label = label;
    root.querySelector('.photo-sender').classList.toggle('quiet', quiet);
    root.querySelector('.shutter').onclick = () => root.querySelector('.chosen').click(); // on a phone the camera itself
    root.querySelector('.gallery').onclick = () => root.querySelector('.picked').click();
    root.querySelector('.other').onclick = () => this.drop();
    for (const name of ['.chosen', '.picked']) root.querySelector(name).onchange = ({ target }) => this.choose(target);
    root.ondragover = (event) => event.preventDefault();
    root.ondrop = (event) => {
      event.preventDefault();
      this.choose(event.dataTransfer);
    };
    if (this.slot !== slot) this.turnTo(slot);
    this.draw();
  }

  // Another photo is asked for: the one before has been read, or is that of another screen.
  turnTo(slot) {
    if (this.photo?.state === 'sent') keptPhotos.forget(this.photo.slot);
    this.clear();
    this.slot = slot;
    keptPhotos.find(slot).then((file) => file && this.slot === slot && !this.photo && this.take(file));
  }

  async choose(from) {
    const [file] = from.files;
    if (from instanceof HTMLInputElement) from.value = '';
    if (!file) return;
    this.isRefused = !isPicture(file);
    if (this.isRefused) return this.draw();
    const photo = this.show(file);
    photo.file = await smaller(file);
    if (this.photo !== photo) return;
    keptPhotos.keep(photo.slot, photo.file, WHILE_WAITING);
    this.ready(photo);
  }

  take(file) {
    this.ready(this.show(file));
  }

  show(file) {
    this.clear();
    this.photo = { slot: this.slot, file, url: URL.createObjectURL(file), state: 'shrinking', share: 0, since: 0 };
    this.draw();
    return this.photo;
  }

  ready(photo) {
    photo.state = 'waiting';
    this.send();
  }

  drop() {
    keptPhotos.forget(this.photo.slot);
    this.clear();
    this.draw();
    this.root.querySelector('.shutter').focus();
  }

  clear() {
    if (this.photo) URL.revokeObjectURL(this.photo.url);
    this.photo = null;
    this.isRefused = false;
  }

  send() {
    const input = document.querySelector(UPLOADER);
    if (this.photo?.state !== 'waiting') return;
    if (isOffline() || !input || input.disabled) return this.draw();
    Object.assign(this.photo, { state: 'sending', share: 0, since: performance.now() });
    const files = new DataTransfer();
    files.items.add(this.photo.file);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    this.draw();
  }

  fail() {
    if (this.photo?.state !== 'sending') return;
    Object.assign(this.photo, { state: 'waiting', since: performance.now() });
    this.draw();
  }

  resume() {
    this.fail();
    this.send();
  }

  look() {
    const { photo } = this;
    if (!photo) return;
    const waited = performance.now() - photo.since;
    if (photo.state === 'waiting' && waited > AGAIN_AFTER) this.send();
    if (photo.state === 'sending' && (isOffline() || waited > STUCK_AFTER)) this.fail();
    this.tellWaiting();
    if (photo.state !== 'sent') return;
    if (!this.root.isConnected) this.leave(photo);
    else if (!isAtRest()) photo.since = performance.now();
    else if (waited > AGAIN_AFTER) this.lost(photo);
  }

  // The server shows the page again, and asks for the same photo: it does not have it any more.
  lost(photo) {
    Object.assign(photo, { state: 'waiting', isReplaced: false });
    this.send();
  }

  // What was sent has been read once this part of the page is gone for good.
  leave(photo) {
    photo.gone = (photo.gone ?? 0) + 1;
    if (photo.gone < 4) return;
    keptPhotos.forget(photo.slot);
    this.clear();
  }

  // Streamlit tells nobody how far a file is; the request that sends it does.
  watchUploads() {
    const { send } = XMLHttpRequest.prototype;
    const sender = this;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) sender.watch(this, [...body.values()]);
      return send.call(this, body);
    };
  }

  watch(request, values) {
    const { photo } = this;
    if (!photo || !values.some((value) => value instanceof File && value.size === photo.file.size)) return;
    const during = (does) => (event) => this.photo === photo && photo.state === 'sending' && does(event);
    const goOn = ({ loaded, total }) => {
      Object.assign(photo, { share: total ? loaded / total : 0, since: performance.now() });
      this.draw();
    };
    request.upload.addEventListener('progress', during(goOn));
    request.addEventListener('load', during(() => (request.status < 300 ? this.arrive(photo) : this.fail())));
    for (const name of ['error', 'timeout']) request.addEventListener(name, during(() => this.fail()));
  }

  arrive(photo) {
    Object.assign(photo, { state: 'sent', since: performance.now() });
    keptPhotos.keep(photo.slot, photo.file, WHILE_READ);
    this.draw();
  }

  // The server shows the photo itself now, with what it finds in it.
  giveWayTo(image) {
    if (this.photo?.state !== 'sent' || !image.matches?.('.cs-photo') || image.closest('.st-key-asking')) return;
    this.photo.isReplaced = true;
    this.draw();
  }

  tellWaiting() {
    const count = Number(this.photo?.state === 'waiting');
    window.dispatchEvent(new CustomEvent('crownsight:waiting', { detail: { holder: this.root, count } }));
  }

  words() {
    const { state, share } = this.photo;
    if (state === 'sent') return '';
    if (state === 'waiting' && isOffline()) return say('No connection. The photo is kept here and sent as soon as there is one.');
    return share ? say('Sending the photo: {share} %', { share: Math.round(100 * share) }) : say('Sending the photo …');
  }

  draw() {
    const { root, photo } = this;
    const find = (name) => root.querySelector(name);
    find('.shutter span').textContent = this.label;
    find('.shutter').hidden = find('.gallery').hidden = Boolean(photo);
    find('.refused').hidden = !this.isRefused;
    find('.refused').textContent = this.isRefused ? say('This file is no picture, or it is larger than 40 MB. Choose another one.') : '';
    find('.taken').hidden = !photo || Boolean(photo.isReplaced);
    if (!photo) return;
    const { state } = photo;
    const image = find('.taken img');
    if (image.src !== photo.url) image.src = photo.url;
    image.onerror = () => (image.hidden = true);
    image.onload = () => (image.hidden = false);
    const words = this.words();
    if (find('figcaption').textContent !== words) find('figcaption').textContent = words;
    find('progress').hidden = state !== 'sending';
    find('progress').value = photo.share;
    find('.other').hidden = state === 'sent';
  }
}

export default function ({ data, parentElement }) {
  speak(parentElement, data.words);
  parentElement.querySelector('img').alt = say('the photo');
  window.crownsightPhoto ??= new PhotoSender();
  window.crownsightPhoto.update(data, parentElement);
}
