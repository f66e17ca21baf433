// Photos under way, kept in the browser with their keys so that a reload does not lose them.

const KEPT_FOR = 30 * 60 * 1000; // milliseconds; after that another evening has begun

// Of this tab, also when it is loaded again: another tab asks for photos of its own.
const placeOfSlot = (slot) => `${(sessionStorage.crownsightTab ??= String(Math.random()).slice(2))}${slot}\n`;

export const keptPhotos = {
  open() {
    this.opening ??= new Promise((done, fail) => {
      const request = indexedDB.open('crownsight', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('photos');
      request.onsuccess = () => done(this.tidied(request.result));
      request.onerror = () => fail(request.error);
    });
    return this.opening;
  },

  // Without what has been kept too long, of whatever tab.
  tidied(database) {
    const all = database.transaction('photos', 'readwrite').objectStore('photos').openCursor();
    all.onsuccess = ({ target: { result: at } }) => {
      if (!at) return;
      if (at.value.until < Date.now()) at.delete();
      at.continue();
    };
    return database;
  },

  async use(mode, does) {
    const store = (await this.open()).transaction('photos', mode).objectStore('photos');
    const request = does(store);
    return new Promise((done, fail) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(request.error);
    });
  },

  // As bytes: a private window of Safari stores no files. A browser that keeps nothing sends the photo as well.
  keep(photo) {
    const { key, file, slot } = photo;
    const { name, type } = file;
    photo.keeping = file
      .arrayBuffer()
      .then((bytes) => ({ bytes, name, type, key, until: Date.now() + KEPT_FOR }))
      .then((kept) => this.use('readwrite', (store) => store.put(kept, `${placeOfSlot(slot)}${key}`)))
      .catch(() => undefined);
  },

  async forget({ keeping, key, slot }) {
    await keeping;
    return this.use('readwrite', (store) => store.delete(`${placeOfSlot(slot)}${key}`)).catch(() => undefined);
  },

  async find(slot) {
    const from = placeOfSlot(slot);
    const all = IDBKeyRange.bound(from, `${from}\uffff`);
    const kept = await this.use('readonly', (store) => store.getAll(all)).catch(() => []);
    const young = kept.filter(({ bytes, until }) => bytes && Date.now() < until);
    return young.map(({ bytes, name, type, key }) => ({ key, file: new File([bytes], name, { type }) }));
  },
};
