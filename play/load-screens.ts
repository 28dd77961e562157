/** Loads the code of the screen of an audiobook. */
export const loadPlayer = () => import('./player/player-screen.tsx').then((module) => module.PlayerScreen)

/** Loads the code of the screen of an e-book. */
export const loadReader = () => import('./reader/reader-screen.tsx').then((module) => module.ReaderScreen)
