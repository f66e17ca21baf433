// The long-poll client: receives what others change, and watches the connection.
//
// A visible page polls the server. While no answer comes it is offline, whatever the websocket says; it is back online
// when an answer comes and Streamlit's websocket is open. It requests a run of the page when what it shows is outdated,
// no run is in flight, no pointer is down and no edit waits to be sent; every 2 s while the page waits for a save or a
// search; and after each opening of the websocket, until it is heard of.

import { isServerLost } from '../shared/environment.js';
import { announce } from '../shared/events.js';
import { expose } from '../shared/namespace.js';
import { countPending } from '../shared/pending.js';
import { getLanguage, setWords } from '../shared/words.js';
import { connection } from '../streamlit/connection.js';
import '../streamlit/presses.js';
import { reruns } from '../streamlit/reruns.js';
import { Badge } from './badge.js';

const OFFLINE_AFTER_MS = 3000; // without an answer, which the server holds back for 1.5 s at most
const RETRY_MS = 500; // after a failed poll
const POLL_INTERVAL_MS = 100;
const STUCK_AFTER_MS = 20_000; // without an answer on the websocket; a busy server takes some seconds
const WAITING_INTERVAL_MS = 2000; // between runs of a page that waits for a save or a search
const UNHEARD_AFTER_MS = 2000; // a run is requested again on a new websocket
const READY_AFTER_MS = 150; // after a websocket has opened, the page sends through it
const RELOAD_INTERVAL_MS = 60_000; // at least
const UNREACHABLE = [502, 504]; // statuses of a proxy that does not reach the server
const UNKNOWN = -1; // version
const MAX_CONNECTIONS = 6; // of a browser to one server
const HEALTH_TIMEOUT_MS = 1000;

// Use up all connections: one that the network has forgotten looks open, and a request through it would wait for 15 s.
const closeStaleConnections = () => {
  const ask = () => fetch('/_stcore/health', { cache: 'no-store', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
  return Promise.allSettled(Array.from({ length: MAX_CONNECTIONS }, ask));
};

class UpdatesClient {
  constructor() {
    this.badge = new Badge();
    this.version = UNKNOWN; // of the table in the last answer
    this.pageVersion = UNKNOWN; // that the page has to show, as no event updates it
    this.isAway = false; // no answer comes
    this.isPointerDown = false;
    this.findPhoto = () => undefined; // the photo whose progress is reported; set by the camera
    this.run = this.subject = this.pendingPoll = null;
    this.shown = {}; // until a run has drawn the page
    this.askRun = () => undefined;
    this.requestedAt = this.polledAt = -Infinity;
    this.requestedVersion = UNKNOWN;
    window.addEventListener('offline', () => this.onSilence());
    window.addEventListener('online', () => this.pendingPoll && this.poll());
    for (const name of ['waiting', 'sent']) {
      window.addEventListener(`crownsight:${name}`, () => reruns.updateIdleFlag());
    }
    document.addEventListener('visibilitychange', () => (document.hidden ? this.stop() : this.start()));
    window.addEventListener('pointerdown', () => (this.isPointerDown = true), true);
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, () => setTimeout(() => this.checkForRun((this.isPointerDown = false))), true);
    this.isReady = connection.isOpen; // the page sends through the websocket
    for (const change of ['connected', 'disconnected']) {
      window.addEventListener(`crownsight:${change}`, () => this.onConnectionChange());
    }
  }

  update({ words, run, shown }, askRun, root) {
    setWords(root, words);
    const isDrawn = this.run !== run;
    Object.assign(this, { run, askRun, shown });
    this.badge.attach(root.querySelector('.badge'));
    const subject = `${shown.table} ${shown.seat} ${words.language}`;
    if (this.subject !== subject) {
      this.version = this.pageVersion = this.requestedVersion = UNKNOWN;
      this.subject = subject;
      this.start();
    }
    if (isDrawn) reruns.onRendered();
    this.checkForRun();
  }

  // --- polling

  start() {
    if (document.hidden || this.subject === null) return;
    this.watchSilence();
    this.poll();
  }

  // Stop polling: a hidden page needs no updates, and a browser has six connections for all pages of a server.
  stop() {
    clearTimeout(this.silenceTimer);
    clearTimeout(this.pollTimer);
    this.pendingPoll?.abort();
    this.pendingPoll = null;
  }

  watchSilence() {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.onSilence(), OFFLINE_AFTER_MS);
  }

  // Return the address to poll; after a break the server answers at once, with everything.
  getAddress() {
    const { table, seat, version } = this.shown;
    const asked = new URLSearchParams({ l: getLanguage() });
    if (table && !this.isAway) asked.set('version', Math.max(version, this.version));
    if (seat) asked.set('seat', seat);
    const photo = this.findPhoto();
    if (photo?.state === 'sent') asked.set('photo', photo.key);
    if (photo?.state === 'sent') asked.set('heard', photo.progress?.changes ?? 0);
    return `/api/${table ? `tables/${table}/` : ''}updates?${asked}`;
  }

  async poll() {
    this.pendingPoll?.abort();
    clearTimeout(this.pollTimer);
    const question = (this.pendingPoll = new AbortController());
    this.polledAt = performance.now();
    const { subject } = this;
    const answer = await fetch(this.getAddress(), { cache: 'no-store', signal: question.signal }).catch(() => null);
    const body = answer?.status === 200 ? await answer.json().catch(() => null) : null;
    if (this.pendingPoll !== question || this.subject !== subject) return;
    const isThere = answer && !UNREACHABLE.includes(answer.status) && (body || answer.status !== 200);
    if (isThere) this.onAnswer(answer.status, body);
    const pause = body || answer?.status === 204 ? this.polledAt + POLL_INTERVAL_MS - performance.now() : RETRY_MS;
    this.pollTimer = setTimeout(() => this.poll(), pause);
  }

  onAnswer(status, body) {
    this.watchSilence();
    this.isAway = false;
    if (isServerLost()) this.onReturn();
    const { table } = this.shown;
    if (body?.version) {
      this.version = body.version;
      this.pageVersion = body.page;
      if (body.board) announce('board', { table, version: body.version, board: body.board });
      if (body.change) this.badge.showNote(body.change);
      body.cards?.forEach((card) => announce('card', { table, version: body.version, card }));
    } else if (status === 404) this.pageVersion = Infinity; // the table is gone
    if (body?.photo) announce('photo', body.photo);
    if (connection.isGivenUp) return this.reload();
    if (reruns.isUnheardFor(STUCK_AFTER_MS)) this.replaceConnection();
    this.checkForRun();
  }

  // --- runs of the page

  checkForRun() {
    reruns.updateIdleFlag();
    if (isServerLost() || this.isPointerDown || reruns.inFlight || document.hidden) return;
    const { version, waits } = this.shown;
    // While edits of ours wait, their answers will bring the new state.
    const isOld = this.pageVersion > version && this.pageVersion > this.requestedVersion && !countPending();
    if (isOld || (waits && performance.now() - this.requestedAt > WAITING_INTERVAL_MS)) this.requestRun();
  }

  requestRun() {
    this.requestedAt = performance.now();
    this.requestedVersion = this.pageVersion;
    this.askRun();
  }

  // --- the connection

  onSilence() {
    this.isAway = true;
    if (!isServerLost()) {
      this.isSocketOld = true;
      this.setConnection('offline');
    }
    if (document.hidden || !this.pendingPoll) return;
    this.watchSilence();
    this.poll();
  }

  // Replace the websocket after a break, since it may only look open; then say that the page is online.
  async onReturn() {
    if (this.isSocketOld && this.isReady) {
      this.isSocketOld = this.isReady = false;
      await closeStaleConnections();
      if (!this.replaceConnection()) this.isReady = connection.isOpen;
    }
    this.isSocketOld = false;
    if (this.isReady && !this.isAway && isServerLost()) this.setConnection('online');
  }

  // Handle that the websocket has opened or closed. What was requested through the one before is not answered, and a
  // server that was restarted does not know this page.
  onConnectionChange() {
    clearTimeout(this.readyTimer);
    if (!connection.isOpen) this.isReady = false;
    else if (!this.isReady) this.readyTimer = setTimeout(() => this.onConnectionReady(), READY_AFTER_MS);
  }

  onConnectionReady() {
    this.isReady = true;
    if (isServerLost() && !this.isAway) this.onReturn();
    reruns.unheardSince = null;
    reruns.release();
    this.requestRun();
    const retry = () => reruns.isUnheardFor(UNHEARD_AFTER_MS) && this.onConnectionReady();
    this.readyTimer = setTimeout(retry, UNHEARD_AFTER_MS + READY_AFTER_MS);
  }

  replaceConnection() {
    reruns.unheardSince = null;
    return connection.replace();
  }

  // Load the page again, after Streamlit has given up its connection while the server answers.
  reload() {
    if (Date.now() - Number(sessionStorage.getItem('reloaded')) < RELOAD_INTERVAL_MS) return;
    sessionStorage.setItem('reloaded', Date.now());
    location.reload();
  }

  // Have the page say whether the server answers: 'online' or 'offline'.
  setConnection(state) {
    document.documentElement.dataset.connection = state;
    announce(state);
  }
}

export const updates = new UpdatesClient();
expose({ updates });

export default function ({ data, setTriggerValue, parentElement }) {
  const askRun = reruns.makeTrigger('updates', parentElement, () => setTriggerValue('asked', true));
  updates.update(data, askRun, parentElement);
}
