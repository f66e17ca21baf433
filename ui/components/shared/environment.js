// State of the page and the system.

/** Return whether the server does not answer. */
export const isServerLost = () => document.documentElement.dataset.connection === 'offline';

/** Return whether the system asks for reduced motion. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
