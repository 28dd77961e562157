/**
 * The public suffix list as the trie that `tldts` searches: none of its functions tells which suffixes lie below a
 * name.
 */
const TRIE: string = 'tldts/dist/cjs/src/data/trie.js'

/** The edges of a node run from its `edgeStart` to the next node's. Their labels are concatenated in `labelText`. */
interface Trie {
  rulesRoot: number
  edgeStart: Uint16Array
  edgeLength: Uint8Array
  edgeChild: Uint16Array
  labelText: string
}

/** Platforms on which anyone gets a host, and which the list lacks. */
const UNLISTED = ['cloudapp.azure.com']

/**
 * Returns a function that tells whether anyone may get a host below a name: the name is a public suffix such as
 * `com.br` or `vercel.app`, or has one below it, as `amazonaws.com` has `s3.amazonaws.com`. Loads the list on first
 * use.
 */
export async function readSharedHosts(): Promise<(name: string) => boolean> {
  const { getDomain } = await import('tldts')
  const trie: Trie = await import(TRIE)
  return (name) =>
    getDomain(name, { allowPrivateDomains: true }) === null ||
    UNLISTED.some((one) => `.${one}`.endsWith(`.${name}`) || name.endsWith(`.${one}`)) ||
    hasSuffixBelow(trie, name)
}

function hasSuffixBelow({ rulesRoot, edgeStart, edgeLength, edgeChild, labelText }: Trie, name: string): boolean {
  const offsets = [0]
  for (const length of edgeLength) offsets.push(offsets.at(-1)! + length)
  let node = rulesRoot
  for (const label of name.split('.').reverse()) {
    const edges = Array.from(
      { length: edgeStart[node + 1]! - edgeStart[node]! },
      (_, index) => edgeStart[node]! + index,
    )
    const edge = edges.find((one) => labelText.slice(offsets[one], offsets[one + 1]) === label)
    if (edge === undefined) return false
    node = edgeChild[edge]!
  }
  return edgeStart[node + 1]! > edgeStart[node]!
}
