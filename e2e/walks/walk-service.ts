import { randomUUID } from 'node:crypto'
import type { Locator } from '@estante/contract/locator.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { CurrentPlace, Places } from '@estante/contract/play/places.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { type Network, startNetwork } from '@estante/faults/network.ts'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { PRODUCTION } from '@estante/server/environment.ts'
import { createPartner } from '@estante/server/partners/partner.ts'
import { pageKey } from '@estante/server/test/people.ts'
import { addCredential } from '@estante/server/test/test-app.ts'
import prepareLibrary from '../service/library.ts'
import { startService } from '../service/start.ts'

export type WalkService = Awaited<ReturnType<typeof openWalkService>>
export type Member = Awaited<ReturnType<WalkService['newMember']>>

/** Starts the service with the books of the browser tests, behind a network that can be cut. */
export async function openWalkService() {
  const removeLibrary = await prepareLibrary()
  let network: Network | undefined
  const service = await startService('livros.localhost', async (port) => {
    network = await startNetwork(port)
    return network.port
  })
  const { app, context, clock, playUrl } = service
  const partner = await createPartner(
    context.db,
    clock.now(),
    { slug: `p-${randomUUID()}`, name: 'Banco Aurora' },
    UNAUDITED,
  )
  const { authorization } = await addCredential(context, partner.id, PRODUCTION, 9_999_999)
  const atPlay = { host: new URL(playUrl).host }
  let members = 0

  async function launch(externalUserId: string, redirectPath = '/') {
    const headers = { authorization, host: new URL(service.baseUrl).host }
    const payload = { externalUserId, redirectPath }
    const answer = await app.inject({ method: 'POST', url: '/partner/v1/sessions', headers, payload })
    return answer.json<{ launchUrl: string; launchToken: string }>()
  }

  /** Signs in a page without a browser. */
  async function enter(externalUserId: string) {
    const payload = { token: (await launch(externalUserId)).launchToken, key: pageKey() }
    const exchanged = await app.inject({ method: 'POST', url: '/play/v1/launch', headers: atPlay, payload })
    const { tokens, profile } = exchanged.json()
    const headers = { ...atPlay, authorization: `Bearer ${tokens.accessToken}` }

    async function call<Answer>(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
      if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
      return answer.json<Answer>()
    }

    async function openTitle(id: string) {
      const { media } = await call<PublicationDetail>('GET', `/play/v1/publications/${id}`)
      return call<Manifest>('GET', new URL(media.manifestUrl, playUrl).pathname)
    }

    return { call, openTitle, memberId: profile.member.id as string }
  }

  async function newMember() {
    members += 1
    const externalUserId = `walker-${members}`
    const { memberId, openTitle } = await enter(externalUserId)

    /** Moves the place from another device, which has read it before. */
    async function moveElsewhere(id: string, locator: Locator, chapter?: number): Promise<void> {
      const page = await enter(externalUserId)
      const { current } = await page.call<Places>('GET', `/play/v1/places/${id}`)
      const movement = {
        locator,
        viewId: randomUUID(),
        step: 1,
        basedOn: current?.revision ?? 0,
        device: 'iphone' as const,
        ...(current && { from: current.locator }),
      }
      const answer = await page.call<{ progress: CurrentPlace }>('POST', '/play/v1/activity', {
        leaseId: randomUUID(),
        sequence: 1,
        publicationId: id,
        activeMs: 0,
        idleMs: 0,
        movement,
        ...(chapter !== undefined && { chapter }),
      })
      if (answer.progress.viewId !== movement.viewId) throw new Error('The other device was refused')
    }

    return {
      openTitle,
      moveElsewhere,
      launchUrl: async (path: string) => `${(await launch(externalUserId, path)).launchUrl}&embed=1`,
      /** Reads the stored place. */
      async storedPlace(id: string) {
        const entry = await context.db.read
          .selectFrom('library_entry')
          .innerJoin('member', 'member.id', 'library_entry.member_id')
          .innerJoin('publication', 'publication.id', 'library_entry.publication_id')
          .select(['locator', 'library_entry.updated_at'])
          .where('library_entry.partner_id', '=', partner.id)
          .where('member.public_id', '=', memberId)
          .where('publication.public_id', '=', id)
          .executeTakeFirst()
        return entry?.locator
          ? { locator: JSON.parse(entry.locator) as Locator, secondsAgo: (clock.now() - entry.updated_at) / 1000 }
          : undefined
      },
    }
  }

  async function titleOf(type: 'audiobook' | 'ebook', title: string): Promise<string> {
    const { id } = await context.db.read
      .selectFrom('publication')
      .select('public_id as id')
      .where('type', '=', type)
      .where('title', '=', title)
      .executeTakeFirstOrThrow()
    return id
  }

  return {
    newMember,
    titleOf,
    clock,
    network: network!,
    async close() {
      await network?.close()
      await service.close()
      await removeLibrary()
    },
  }
}
