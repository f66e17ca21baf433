// What holds for the page as a whole.

export const isServerLost = () => document.documentElement.dataset.connection === 'offline';
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
