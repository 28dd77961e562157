import type { Database } from '../db/database.ts'
import { toKey } from '../db/ids.ts'
import { ApiError } from '../http/errors.ts'
import { readToken } from '../secrets.ts'

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`)
const LOCAL = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::(?:\*|\d{1,5}))?$/

/**
 * Normalizes origins for `frame-ancestors` (CSP 3, section 6.4.2.1): lower case, without duplicates. Throws
 * `VALIDATION` with a sentence for each invalid one.
 */
export async function readFrameOrigins(typed: readonly string[]): Promise<string[]> {
  const isShared = await readSharedHosts()
  const origins = typed.map((one) => one.trim()).filter((one) => one !== '')
  const faults = origins.flatMap((one) => faultOf(one, isShared) ?? [])
  if (faults.length > 0) throw new ApiError('VALIDATION', faults)
  return [...new Set(origins.map(normal))]
}

function normal(origin: string): string {
  return origin.toLowerCase().replace(/\/$/, '')
}

function faultOf(typed: string, isShared: (name: string) => boolean): string | undefined {
  const origin = normal(typed)
  if (LOCAL.test(origin)) return portFault(typed, origin)
  if (origin.startsWith('http://')) return `“${typed}” não é seguro: só https://. http:// serve apenas para localhost.`
  if (!origin.startsWith('https://')) return `“${typed}” deve começar com https://, como https://app.banco.com.br.`
  const [, rest = ''] = origin.split('https://')
  if (/[/?#]/.test(rest)) return `“${typed}” tem um caminho: liste só a origem, como https://app.banco.com.br.`
  const [, host = '', port] = /^(\[.*\]|.*?)(?::([^:]*))?$/.exec(rest) ?? []
  if (port !== undefined && !/^\d{1,5}$/.test(port)) return `“${typed}” tem uma porta que não existe.`
  const named = host.replace(/^\*\./, '')
  if (named.includes('*')) return `“${typed}”: o * só vale no começo, como https://*.banco.com.br.`
  if (host !== named && isShared(named)) {
    return `“${typed}” abrange páginas de qualquer pessoa: diga quais são as suas, como https://*.banco.com.br.`
  }
  if (!HOST.test(named) && named !== 'localhost') {
    return `“${typed}” não é um endereço de página. Domínios com acento se escrevem como xn--….`
  }
  return portFault(typed, origin)
}

function portFault(typed: string, origin: string): string | undefined {
  const [, port = '443'] = /:(\d+)$/.exec(origin) ?? []
  return Number(port) >= 1 && Number(port) <= 65_535 ? undefined : `“${typed}” tem uma porta que não existe.`
}

/** Serializes the origins for their column. Null: none are listed, so any page may frame the service. */
export function toColumn(origins: readonly string[]): string | null {
  return origins.length > 0 ? JSON.stringify(origins) : null
}

export function fromColumn(column: string | null): string[] {
  return column === null ? [] : (JSON.parse(column) as string[])
}

/**
 * Reads which origins may frame the view that a launch token opens. Undefined when any may: the partner lists none, or
 * the token is unknown. Consumes nothing.
 */
export async function readFrameLimit(db: Database, token: string): Promise<string[] | undefined> {
  const presented = readToken('lt', token)
  if (!presented) return undefined
  const partner = await db.read
    .selectFrom('launch')
    .innerJoin('partner', 'partner.id', 'launch.partner_id')
    .select('partner.frame_origins')
    .where('launch.id', '=', toKey(presented.uuid))
    .where('launch.secret_hash', '=', presented.hash)
    .executeTakeFirst()
  if (!partner || partner.frame_origins === null) return undefined
  return fromColumn(partner.frame_origins)
}

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
async function readSharedHosts(): Promise<(name: string) => boolean> {
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
