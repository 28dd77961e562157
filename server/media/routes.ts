import type { Manifest } from '@estante/contract/manifest.ts'
import { MEDIA_PATH } from '@estante/contract/play/publications.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { OPEN_TO_ANYONE } from '../http/access.ts'
import { sendStoredFile, validatorsOf } from '../http/byte-range.ts'
import { compress } from '../http/compress.ts'
import { ApiError } from '../http/errors.ts'
import { createKeyedQueue } from '../keyed-queue.ts'
import { findLiveMemberSession, type SignedInMember } from '../members/member-session.ts'
import type { OpenViews } from '../members/open-views.ts'
import { mediaTypeOf } from '../storage/media-type.ts'
import { readWhole } from '../storage/read-whole.ts'
import { publicationFolder } from './folders.ts'
import { createGrantReader, type Grant, type LiveGrant } from './grant.ts'
import { MEDIA_ROUTE, type RangeFastPath } from './range-fast-path.ts'

/**
 * Books are hostile: a chapter opened by itself loads and runs nothing, even if the sanitiser missed something.
 * Chapters are shown in a frame that the reader lays out: of the same origin, under any partner's page. `allow-scripts`
 * runs none, for `script-src` names none; WebKit needs it to tell the reader of a tap
 * (https://bugs.webkit.org/show_bug.cgi?id=218086).
 */
const BOOK_HEADERS = {
  'Cache-Control': 'private, max-age=3600, immutable',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'none'; img-src 'self' data:; media-src 'self'; font-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin allow-scripts",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}

/**
 * Registers the routes of signed media: the address is the key, and is void when the member session ends, even in
 * transfer.
 */
export function mediaRoutes(
  app: FastifyInstance,
  context: Context,
  openViews: OpenViews,
  fastPath: RangeFastPath | undefined,
): void {
  const { db, clock, config, files, signingKey } = context
  const readGrant = createGrantReader(signingKey)
  const enqueue = createKeyedQueue(TEXTS_AT_ONCE)

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: MEDIA_ROUTE,
    ...OPEN_TO_ANYONE,
    handler: async (request, reply) => {
      const [address = '', ...names] = request.params['*'].split('/')
      const grant = readGrant(clock.now(), address)
      const member = grant && (await findLiveMemberSession(db.read, clock.now(), grant.memberSessionId))
      if (!grant || !member) {
        reply.header('Cache-Control', 'no-store')
        throw new ApiError('INVALID_ACCESS_TOKEN')
      }
      if (names.length === 1 && names[0] === 'manifest.json') {
        return sendText(request, reply, member, WEBPUB_TYPE, async () => {
          const manifest = await readManifest(grant)
          if (!manifest) throw new ApiError('NOT_FOUND')
          const href = `${config.playUrl}${MEDIA_PATH}/${address}/manifest.json`
          return JSON.stringify({ ...manifest, links: [{ rel: 'self', href, type: WEBPUB_TYPE }, ...manifest.links] })
        })
      }
      const type = mediaTypeOf(names.at(-1) ?? '')
      if (type === undefined || !names.every(isPlainName)) throw new ApiError('NOT_FOUND')
      const key = `${publicationFolder(grant.publicationId, grant.revision)}/${names.join('/')}`
      // Only audio is redirected: the store would not send a chapter's headers.
      if (files.links && request.method === 'GET' && type.startsWith('audio/')) {
        return reply.redirect(await files.links.sign(key, secondsLeft(grant)))
      }
      const file = await files.open(key)
      if (!file) throw new ApiError('NOT_FOUND')
      if (config.mediaDelivery === 'nginx' && type.startsWith('audio/')) {
        const { 'Cache-Control': cacheControl } = BOOK_HEADERS
        return reply
          .headers({ 'Cache-Control': cacheControl, 'X-Accel-Redirect': accelPath(key) })
          .type(type)
          .send()
      }
      const isWanted = request.method === 'GET' && request.headers.range === undefined
      if (isWanted && TEXT_TYPES.test(type) && file.sizeBytes <= COMPRESSED_AT_MOST_BYTES) {
        return sendText(request, reply, member, type, async () => (await readWhole(file)).toString())
      }
      reply.headers(BOOK_HEADERS).header('Content-Type', type)
      // In a shutdown a player requests the rest of a sound elsewhere; a chapter cut in half stays so.
      const isResumed = type.startsWith('audio/')
      const etag = `"${grant.revision}-${file.sizeBytes}"`
      if (isResumed && request.method === 'GET' && request.headers.range !== undefined) {
        const headers = { ...BOOK_HEADERS, 'Content-Type': type, ...validatorsOf(file, etag) }
        fastPath?.remember(request.raw, { listener: member, expiresAt: grant.expiresAt, key, etag, headers })
      }
      return sendStoredFile(request, reply, file, etag, (end) =>
        openViews.register(member, (reason) => {
          if (reason === 'revoked' || isResumed) end()
        }),
      )
    },
  })

  /** Reads, compresses and sends a text, in the queue of its member. A revocation ends it, also while it waits. */
  async function sendText(
    request: FastifyRequest,
    reply: FastifyReply,
    member: SignedInMember,
    type: string,
    read: () => Promise<string>,
  ): Promise<FastifyReply> {
    const unregister = openViews.register(member, (reason) => {
      if (reason === 'revoked') reply.raw.destroy()
    })
    try {
      return await enqueue(member.memberId, async () => {
        if (reply.raw.destroyed) return reply.hijack()
        const closed = new Promise((resolve) => reply.raw.once('close', resolve))
        const content = await compress(request, reply, await read())
        reply.headers(BOOK_HEADERS).type(type).send(content)
        await closed
        return reply
      })
    } finally {
      unregister()
    }
  }

  /** Serves the manifest of the current revision only: an outdated page requests the title again. */
  async function readManifest({ publicationId, revision }: Grant): Promise<Manifest | undefined> {
    const row = await db.read
      .selectFrom('publication')
      .select('manifest')
      .where('public_id', '=', publicationId)
      .where('revision', '=', revision)
      .executeTakeFirst()
    return row && (JSON.parse(row.manifest) as Manifest)
  }

  // Players request the next ranges from the store: its address has to live as long as ours.
  function secondsLeft({ expiresAt }: LiveGrant): number {
    return Math.max(1, Math.floor((expiresAt - clock.now()) / 1000))
  }
}

const WEBPUB_TYPE = 'application/webpub+json'
/** Chapters and their styles, drawings, subtitles, playlists and guided navigation. */
const TEXT_TYPES =
  /^(text\/|application\/xhtml\+xml|image\/svg\+xml|application\/vnd\.apple\.mpegurl|application\/guided-navigation\+json)/
/**
 * Texts that are sent at once for a member: each is held in memory until it is sent, and compressing it takes
 * one of the four threads that also read files. As many as a page requests at once.
 */
const TEXTS_AT_ONCE = 4
/** Larger files are streamed, not held in memory. */
const COMPRESSED_AT_MOST_BYTES = 2 ** 21

/** Returns the internal location from which nginx serves a stored file; clients cannot request it (docs/operacao). */
function accelPath(key: string): string {
  return `/interno/midias/${key.split('/').map(encodeURIComponent).join('/')}`
}

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name)
}
