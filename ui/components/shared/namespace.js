// `window.crownsight`, the only global: what tests and a browser's console may use. No module reads it.

/** Add parts to the namespace. */
export const expose = (parts) => Object.assign((window.crownsight ??= {}), parts);
