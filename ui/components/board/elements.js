// Elements and drawings of the editor.

export const drawn = (name, style = 'icon') => `<svg class="${style}" viewBox="0 0 24 24" aria-hidden="true"><use href="#${name}"/></svg>`;

// An element of that HTML, with a text where a player may have written it.
export function element(html, text = '') {
  const made = document.createElement('template');
  made.innerHTML = html;
  const node = made.content.firstElementChild;
  if (text) (node.querySelector('.text') ?? node).textContent = text;
  return node;
}
