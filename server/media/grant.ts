import { MEDIA_PATH, type Media } from '@estante/contract/play/publications.ts'
import { boundedCache } from '../bounded-cache.ts'
import { sameHash, sign } from '../secrets.ts'

export const GRANT_LIFETIME_MS = 3_600_000
/** Signed addresses in the cache: a player requests ranges of the same one hundreds of times. */
const KNOWN_GRANTS = 10_000

/** The right to read the files of one revision of a publication, while the member session lives. */
export interface Grant {
  memberSessionId: string
  publicationId: string
  revision: number
}

export interface LiveGrant extends Grant {
  /** Epoch milliseconds. */
  expiresAt: number
}

/** Grants a member session the files of a publication for an hour: returns their address. */
export function grantMedia(key: string, now: number, grant: Grant): Media {
  return {
    manifestUrl: `${MEDIA_PATH}/${encodeGrant(key, now + GRANT_LIFETIME_MS, grant)}/manifest.json`,
    expiresInSeconds: GRANT_LIFETIME_MS / 1000,
  }
}

function encodeGrant(key: string, expiresAt: number, { memberSessionId, publicationId, revision }: Grant): string {
  const payload = Buffer.from(JSON.stringify([expiresAt, memberSessionId, publicationId, revision])).toString(
    'base64url',
  )
  return `${payload}.${sign(key, `media:${payload}`)}`
}

/** Verifies signed grants, and caches the latest until they expire. */
export function createGrantReader(key: string) {
  const known = boundedCache<LiveGrant>(KNOWN_GRANTS)

  return (now: number, text: string): LiveGrant | undefined => {
    const grant = known.get(text) ?? readGrant(key, text)
    if (!grant || grant.expiresAt <= now) return undefined
    known.set(text, grant)
    return grant
  }
}

/** Reads the grant of a signature, expired or not. Undefined for an invalid one. */
function readGrant(key: string, text: string): LiveGrant | undefined {
  const [payload, signature, ...rest] = text.split('.')
  if (!payload || !signature || rest.length > 0) return undefined
  if (!sameHash(signature, sign(key, `media:${payload}`))) return undefined
  const [expiresAt, memberSessionId, publicationId, revision] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [number, string, string, number]
  return { memberSessionId, publicationId, revision, expiresAt }
}
