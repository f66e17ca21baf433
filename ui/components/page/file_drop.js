// Passes files that are dropped on the page, or pasted, to the camera; a browser would open them instead of the page.
// Fields take what is dropped on them.

import { announce } from '../shared/events.js';

const ACCEPTED = ['Files', 'text/uri-list']; // a picture of another page is both

/** Accept files from now on. */
export function takeFiles() {
  const isOurs = ({ target, dataTransfer }) =>
    !target.closest?.('input, textarea') && ACCEPTED.some((kind) => dataTransfer.types.includes(kind));
  const mark = (isOver) => document.documentElement.toggleAttribute('data-dropping', isOver);
  const passOn = (files) => {
    if (files.length) announce('files', [...files]);
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
