// Elements and drawings of components.

/** Return the SVG of a symbol of the sprite. */
export const renderSymbol = (name, style = 'icon') => `<svg class="${style}" viewBox="0 0 24 24" aria-hidden="true"><use href="#${name}"/></svg>`;

/** Create an element from HTML; a text that a player may have written is set as text. */
export function createElement(html, text = '') {
  const made = document.createElement('template');
  made.innerHTML = html;
  const node = made.content.firstElementChild;
  if (text) (node.querySelector('.text') ?? node).textContent = text;
  return node;
}
