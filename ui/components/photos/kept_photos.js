// Photos that are being sent, kept in IndexedDB with their keys so that a reload does not lose them.

const KEPT_FOR_MS = 30 * 60 * 1000;

// Return the prefix of the keys of a slot in this tab; sessionStorage outlives a reload.
const getKeyPrefix = (slot) => `${(sessionStorage.crownsightTab ??= String(Math.random()).slice(2))}${slot}\n`;

const resolve = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

export const keptPhotos = {
  // Return the database, which is opened once.
  open() {
    if (!this.opening) {
      const request = indexedDB.open('crownsight', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('photos');
      this.opening = resolve(request).then((database) => this.removeExpired(database));
    }
    return this.opening;
  },

  // Delete what has been kept too long, by any tab.
  removeExpired(database) {
    const all = database.transaction('photos', 'readwrite').objectStore('photos').openCursor();
    all.onsuccess = ({ target: { result: at } }) => {
      if (!at) return;
      if (at.value.until < Date.now()) at.delete();
      at.continue();
    };
    return database;
  },

  async run(mode, does) {
    const store = (await this.open()).transaction('photos', mode).objectStore('photos');
    return resolve(does(store));
  },

  // Keep a photo as bytes: a private window of Safari stores no files. If that fails, the photo is sent all the same.
  keep(photo) {
    const { key, file, slot } = photo;
    const { name, type } = file;
    photo.keeping = file
      .arrayBuffer()
      .then((bytes) => ({ bytes, name, type, key, until: Date.now() + KEPT_FOR_MS }))
      .then((kept) => this.run('readwrite', (store) => store.put(kept, `${getKeyPrefix(slot)}${key}`)))
      .catch(() => undefined);
  },

  async forget({ keeping, key, slot }) {
    await keeping;
    return this.run('readwrite', (store) => store.delete(`${getKeyPrefix(slot)}${key}`)).catch(() => undefined);
  },

  async find(slot) {
    const from = getKeyPrefix(slot);
    const all = IDBKeyRange.bound(from, `${from}\uffff`);
    const kept = await this.run('readonly', (store) => store.getAll(all)).catch(() => []);
    const young = kept.filter(({ bytes, until }) => bytes && Date.now() < until);
    return young.map(({ bytes, name, type, key }) => ({ key, file: new File([bytes], name, { type }) }));
  },
};
