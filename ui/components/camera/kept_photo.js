// The photo under way, kept in the browser with its key so that a reload does not lose it.

const KEPT_FOR = 30 * 60 * 1000; // milliseconds; after that another evening has begun

// Of this tab, also when it is loaded again: another tab asks for photos of its own.
const tabName = () => (sessionStorage.crownsightTab ??= String(Math.random()).slice(2));

const keptPhotos = {
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
  keep(slot, key, file) {
    const { name, type } = file;
    this.keeping = file
      .arrayBuffer()
      .then((bytes) => ({ bytes, name, type, key, until: Date.now() + KEPT_FOR }))
      .then((kept) => this.use('readwrite', (store) => store.put(kept, tabName() + slot)))
      .catch(() => undefined);
  },

  async forget(slot) {
    await this.keeping;
    return this.use('readwrite', (store) => store.delete(tabName() + slot)).catch(() => undefined);
  },

  async find(slot) {
    const kept = await this.use('readonly', (store) => store.get(tabName() + slot)).catch(() => undefined);
    if (!kept?.bytes || Date.now() >= kept.until) return undefined;
    const { bytes, name, type, key } = kept;
    return { key, file: new File([bytes], name, { type }) };
  },
};
