/**
 * The patterns of TeX as a trie. A level is an index into the weights that its pattern gives to positions between
 * letters.
 */
declare module 'hyphen/patterns/pt.js' {
  export type PatternNode = { [letter: string]: PatternNode } | number | [{ [letter: string]: PatternNode }, number]
  const patterns: [levels: number[][], trie: { [letter: string]: PatternNode }]
  export default patterns
}
