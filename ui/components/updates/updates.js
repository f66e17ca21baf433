// News: what the server knows and this page does not; a badge while it cannot be reached, with how much waits.
//
// The page asks `ui.api.news` again with every answer, as long as it is seen. An answer that stays away is *offline*,
// whatever the sockets believe; the page is back when an answer comes and Streamlit's websocket is open. A run of the
// page is asked for when what it shows is older than the news, no run is under way, no finger is down and nothing of
// ours is on its way, and once after each opening of the websocket. Other modules are told by events.

import { tellPage } from '../shared/events.js';
import { expose } from '../shared/namespace.js';
import { countPending } from '../shared/pending.js';
import { setWords } from '../shared/words.js';
import { connection } from '../streamlit/connection.js';
import { reruns } from '../streamlit/reruns.js';
import { Badge } from './badge.js';

const SILENT_AFTER = 3000; // milliseconds without an answer, which the server holds back for 1.5 s at most
const PAUSE = 500; // milliseconds after an answer that was none
const STEADY = 100; // milliseconds between two questions
const STUCK_AFTER = 20000; // milliseconds without an answer on the websocket; a busy server takes some seconds
// Milliseconds between two looks whether what could not be saved can be now, or is found what is sought.
const WAITED = 2000;
const UNHEARD_AFTER = 2000; // milliseconds after which a run is asked for again on a new websocket
const READY_AFTER = 150; // milliseconds in which a page sends through a websocket that has opened
const RELOADED_AGAIN_AFTER = 60000; // milliseconds
const AWAY = [502, 504]; // what a proxy says that does not reach the server
const UNKNOWN = -1; // version
const CONNECTIONS = 6; // of a browser to one server
const GIVEN_UP_AFTER = 1000; // milliseconds

// Connections that a network has forgotten look open: whoever asked through one would wait for 15 s, as Streamlit does.
const closeStaleConnections = () => {
  const ask = () => fetch('/_stcore/health', { cache: 'no-store', signal: AbortSignal.timeout(GIVEN_UP_AFTER) });
  return Promise.allSettled(Array.from({ length: CONNECTIONS }, ask));
};

class News {
  constructor() {
    this.badge = new Badge();
    this.version = UNKNOWN; // of the table in the last answer
    this.page = UNKNOWN; // the version that a page has to have for what is told of in no other way
    this.isLost = this.isAway = false; // for whoever looks at the page; no answer comes
    this.isDown = false; // a finger
    this.run = this.shows = this.question = null;
    this.asked = this.questioned = -Infinity;
    this.askedFor = UNKNOWN;
    window.addEventListener('offline', () => this.loses());
    window.addEventListener('online', () => this.question && this.ask());
    for (const said of ['waiting', 'sent']) {
      window.addEventListener(`crownsight:${said}`, () => reruns.saysRest());
    }
    document.addEventListener('visibilitychange', () => (document.hidden ? this.rest() : this.begin()));
    window.addEventListener('pointerdown', () => (this.isDown = true), true);
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, () => setTimeout(() => this.look((this.isDown = false))), true);
    this.isReady = connection.isOpen; // and the page sends through it
    for (const change of ['connected', 'disconnected']) {
      window.addEventListener(`crownsight:${change}`, () => this.isOpened());
    }
  }

  update({ words, run, language, shown }, askRun, root) {
    setWords(root, words);
    const isDrawn = this.run !== run;
    Object.assign(this, { run, askRun, shown, language });
    this.badge.showIn(root.querySelector('.badge'));
    const shows = `${shown.table} ${shown.seat} ${language}`;
    if (this.shows !== shows) {
      this.version = this.page = this.askedFor = UNKNOWN;
      this.shows = shows;
      this.begin();
    }
    if (isDrawn) reruns.isDrawn();
    this.look();
  }

  // The photo whose progress is asked for with everything else.
  watchPhoto(find) {
    this.watchedPhoto = find;
  }

  // --- questions

  begin() {
    if (document.hidden || this.shows === null) return;
    this.waits();
    this.ask();
  }

  // A hidden page needs to know nothing, and a browser has six connections for all pages of a server.
  rest() {
    clearTimeout(this.clock);
    clearTimeout(this.next);
    this.question?.abort();
    this.question = null;
  }

  waits() {
    clearTimeout(this.clock);
    this.clock = setTimeout(() => this.loses(), SILENT_AFTER);
  }

  // Where the server was away, the answer is not held back: it says all that there is.
  address() {
    const { table, seat, version } = this.shown;
    const asked = new URLSearchParams({ l: this.language });
    if (table && !this.isAway) asked.set('version', Math.max(version, this.version));
    if (seat) asked.set('seat', seat);
    const photo = this.watchedPhoto?.();
    if (photo?.state === 'sent') asked.set('photo', photo.key);
    if (photo?.state === 'sent') asked.set('heard', photo.news?.changes ?? 0);
    return `/api/${table ? `tables/${table}/` : ''}news?${asked}`;
  }

  async ask() {
    this.question?.abort();
    clearTimeout(this.next);
    const question = (this.question = new AbortController());
    this.questioned = performance.now();
    const { shows } = this;
    const answer = await fetch(this.address(), { cache: 'no-store', signal: question.signal }).catch(() => null);
    const said = answer?.status === 200 ? await answer.json().catch(() => null) : null;
    if (this.question !== question || this.shows !== shows) return;
    const isThere = answer && !AWAY.includes(answer.status) && (said || answer.status !== 200);
    if (isThere) this.onAnswer(answer.status, said);
    const pause = said || answer?.status === 204 ? this.questioned + STEADY - performance.now() : PAUSE;
    this.next = setTimeout(() => this.ask(), pause);
  }

  onAnswer(status, said) {
    this.waits();
    this.isAway = false;
    if (this.isLost) this.isBack();
    const { table } = this.shown;
    if (said?.version) {
      this.version = said.version;
      this.page = said.page;
      if (said.board) tellPage('board', { table, version: said.version, board: said.board });
      said.cards?.forEach((card) => tellPage('card', { table, version: said.version, card }));
    } else if (status === 404) this.page = Infinity; // the table is gone
    if (said?.photo) tellPage('photo', said.photo);
    if (connection.isGivenUp) return this.reload();
    if (reruns.isUnheardFor(STUCK_AFTER)) this.replacesConnection();
    this.look();
  }

  // --- runs of the page

  look() {
    reruns.saysRest();
    if (this.isLost || this.isDown || reruns.underWay || document.hidden) return;
    const { version, waits } = this.shown;
    // What is ours brings it along.
    const isOld = this.page > version && this.page > this.askedFor && !countPending();
    if (isOld || (waits && performance.now() - this.asked > WAITED)) this.asks();
  }

  asks() {
    this.asked = performance.now();
    this.askedFor = this.page;
    this.askRun();
  }

  // --- the connection

  loses() {
    this.isAway = true;
    if (!this.isLost) {
      this.isLost = true;
      this.isSocketOld = true;
      this.announce('offline');
    }
    if (document.hidden || !this.question) return;
    this.waits();
    this.ask();
  }

  // A websocket that has not outlived the break may look open; Streamlit opens another, through a connection that
  // holds.
  async isBack() {
    if (this.isSocketOld && this.isReady) {
      this.isSocketOld = this.isReady = false;
      await closeStaleConnections();
      if (!this.replacesConnection()) this.isReady = connection.isOpen;
    }
    this.isSocketOld = false;
    if (!this.isReady || this.isAway || !this.isLost) return;
    this.isLost = false;
    this.announce('online');
  }

  // Another websocket: what was asked through the one before is not answered, and a server that began anew does not
  // know this page.
  isOpened() {
    clearTimeout(this.opening);
    if (!connection.isOpen) this.isReady = false;
    else if (!this.isReady) this.opening = setTimeout(() => this.opens(), READY_AFTER);
  }

  opens() {
    this.isReady = true;
    if (this.isLost && !this.isAway) this.isBack();
    reruns.unheardSince = null;
    reruns.goOn();
    this.asks();
    const retry = () => reruns.isUnheardFor(UNHEARD_AFTER) && this.opens();
    this.opening = setTimeout(retry, UNHEARD_AFTER + READY_AFTER);
  }

  replacesConnection() {
    reruns.unheardSince = null;
    return connection.replace();
  }

  // A fault in Streamlit ends its connection for good, while the server is there: the page is the same after a reload.
  reload() {
    if (Date.now() - Number(sessionStorage.getItem('reloaded')) < RELOADED_AGAIN_AFTER) return;
    sessionStorage.setItem('reloaded', Date.now());
    location.reload();
  }

  announce(state) {
    document.documentElement.dataset.connection = state;
    this.badge.show(this.isLost);
    tellPage(state);
  }
}

export const updates = new News();
expose({ updates });

export default function ({ data, setTriggerValue, parentElement }) {
  const speaker = reruns.speaker('news', () => setTriggerValue('asked', true));
  updates.update(data, speaker, parentElement);
}
