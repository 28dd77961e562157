/**
 * The oldest supported engines of both applications: a promise to partners, published in the guide and at `/docs`.
 * `npm run check` enforces it on the sources, `npm test` on the builds (docs/decisions/0031-the-oldest-engines.md).
 */
export const BASELINE = { chrome: '108', ios: '15.5', firefox: '112' }

/** The same in the format of Vite's `build.target`, which lowers syntax and style sheets to it. */
export const BUILD_TARGET = Object.entries(BASELINE).map(([engine, version]) => engine + version)
