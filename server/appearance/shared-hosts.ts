/** The public suffix list as the trie that `tldts` looks things up in: no function of it tells what lies below a name. */
const TRIE: string = 'tldts/dist/cjs/src/data/trie.js'

/** Edges of a node are those from its `edgeStart` to the next one's; their labels lie in `labelText` one after another. */
interface Trie {
  rulesRoot: number
  edgeStart: Uint16Array
  edgeLength: Uint8Array
  edgeChild: Uint16Array
  labelText: string
}

/** Anybody gets a host below these, too, and the list does not say so. */
const UNLISTED = ['cloudapp.azure.com']

/**
 * Answers a function that tells whether some hosts below a name are anybody's to have: the name is a public suffix such as
 * `com.br`, or a platform's such as `vercel.app`; or it has such a suffix below it, as `amazonaws.com` has
 * `s3.amazonaws.com`. The list is long, so that it is loaded when it is asked for.
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
