import type { Manifest } from '@estante/contract/manifest.ts'
import { MEDIA_PATH } from '@estante/contract/play/publications.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { sendFile } from '../http/byte-range.ts'
import { ApiError } from '../http/errors.ts'
import { findLiveMemberSession } from '../members/member-session.ts'
import type { OpenViews } from '../members/open-views.ts'
import { decodeGrant, type Grant } from './grant.ts'

/** What a file of a book may be served as, by its extension. Never a script; what is not here is not there. */
const MEDIA_TYPES: Record<string, string> = {
  xhtml: 'application/xhtml+xml; charset=utf-8',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  otf: 'font/otf',
  ttf: 'font/ttf',
  ttc: 'font/collection',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
}

/**
 * Books are hostile: one opened by itself reaches nothing and runs nothing, whatever the sanitiser let through. Chapters
 * are shown in a frame that the reader lays out: of the same origin, under any partner's page. `allow-scripts` runs none,
 * for `script-src` names none; WebKit needs it to tell the reader of a tap (https://bugs.webkit.org/show_bug.cgi?id=218086).
 */
const BOOK_HEADERS = {
  'Cache-Control': 'private, max-age=3600, immutable',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'none'; img-src 'self' data:; media-src 'self'; font-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin allow-scripts",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}

/** Where the files of one revision are stored. */
export function publicationFolder(publicationId: string, revision: number): string {
  return `publications/${publicationId}/${revision}`
}

/** Signed media: the address is the key, and it dies with the member session, even while it is being read. */
export function mediaRoutes(app: FastifyInstance, context: Context, openViews: OpenViews): void {
  const { db, clock, config, files, signingKey } = context

  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: `${MEDIA_PATH}/*`,
    handler: async (request, reply) => {
      const [address = '', ...names] = request.params['*'].split('/')
      const grant = decodeGrant(signingKey, clock.now(), address)
      const member = grant && (await findLiveMemberSession(db.read, clock.now(), grant.memberSessionId))
      if (!grant || !member) {
        reply.header('Cache-Control', 'no-store')
        throw new ApiError('INVALID_ACCESS_TOKEN')
      }
      if (names.length === 1 && names[0] === 'manifest.json') {
        const manifest = await readManifest(grant)
        if (!manifest) throw new ApiError('NOT_FOUND')
        const self = { rel: 'self', href: `${config.playUrl}${MEDIA_PATH}/${address}/manifest.json`, type: WEBPUB_TYPE }
        return reply
          .headers(BOOK_HEADERS)
          .type(WEBPUB_TYPE)
          .send(JSON.stringify({ ...manifest, links: [self, ...manifest.links] }))
      }
      const type = MEDIA_TYPES[/\.(\w{1,8})$/.exec(names.at(-1) ?? '')?.[1]?.toLowerCase() ?? '']
      const file = type !== undefined && names.every(isPlainName) ? await openResource(grant, names) : undefined
      if (!file) throw new ApiError('NOT_FOUND')
      reply.headers(BOOK_HEADERS).header('Content-Type', type)
      // When only this process ends, a player asks another for the rest of the sound; a chapter cut in half stays so.
      const isResumed = type?.startsWith('audio/')
      return sendFile(request, reply, file, `"${grant.revision}-${file.sizeBytes}"`, (end) =>
        openViews.register(member.memberId, (reason) => {
          if (reason === 'revoked' || isResumed) end()
        }),
      )
    },
  })

  /** Only the revision that is current has its manifest served: a page that is behind asks for the title again. */
  async function readManifest({ publicationId, revision }: Grant): Promise<Manifest | undefined> {
    const row = await db.read
      .selectFrom('publication')
      .select('manifest')
      .where('id', '=', publicationId)
      .where('revision', '=', revision)
      .executeTakeFirst()
    return row && (JSON.parse(row.manifest) as Manifest)
  }

  function openResource({ publicationId, revision }: Grant, names: string[]) {
    return files.open(`${publicationFolder(publicationId, revision)}/${names.join('/')}`)
  }
}

const WEBPUB_TYPE = 'application/webpub+json'

function isPlainName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name)
}
