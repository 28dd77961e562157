declare module '*.css'
/** The address of the built file. */
declare module '*.woff2' {
  const address: string
  export default address
}
