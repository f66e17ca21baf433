// Files that are dropped anywhere on the page, or pasted, go to the camera (`crownsight:files`), and to a field that
// they are dropped on: a browser would open them in place of the page.

import { tellPage } from '../shared/events.js';

const CARRIED = ['Files', 'text/uri-list']; // a picture of another page is both

export function takeFiles() {
  const isOurs = ({ target, dataTransfer }) =>
    !target.closest?.('input, textarea') && CARRIED.some((kind) => dataTransfer.types.includes(kind));
  const mark = (isOver) => document.documentElement.toggleAttribute('data-dropping', isOver);
  const passOn = (files) => {
    if (files.length) tellPage('files', [...files]);
  };
  window.addEventListener('dragover', (event) => {
    if (!isOurs(event)) return;
    event.preventDefault();
    mark(event.dataTransfer.types.includes('Files'));
  });
  window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget || mark(false));
  window.addEventListener('drop', (event) => {
    mark(false);
    if (!isOurs(event)) return;
    event.preventDefault();
    passOn(event.dataTransfer.files);
  });
  window.addEventListener('paste', ({ target, clipboardData }) => {
    if (!target.closest?.('input, textarea')) passOn(clipboardData.files);
  });
}
