/**
 * The oldest engines that both applications run in: a promise to partners, said in the guide and at `/docs`. `npm run check`
 * holds the sources to it, and `npm test` what is built of them (docs/decisions/0031-the-oldest-engines.md).
 */
export const BASELINE = { chrome: '108', ios: '15.5', firefox: '112' }

/** The same in the words of Vite's `build.target`, which lowers syntax and style sheets to it. */
export const BUILD_TARGET = Object.entries(BASELINE).map(([engine, version]) => engine + version)
