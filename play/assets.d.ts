declare module '*.css'
/** The address of the built file. */
declare module '*.woff2' {
  const address: string
  export default address
}
/** The address of the font cut down to the characters of Portuguese texts (`vite.config.ts`). */
declare module '*.woff2?portuguese' {
  const address: string
  export default address
}
/** The address of the font with the accent of “ó” in its place (`vite.config.ts`). */
declare module '*.woff2?acute' {
  const address: string
  export default address
}
/** The address of the font cut down to the letters of the names of typefaces (`vite.config.ts`). */
declare module '*.woff2?name' {
  const address: string
  export default address
}
