import { randomUUID } from 'node:crypto'
import type { CatalogItem } from '@estante/contract/partner/catalog.ts'
import type { UsageReport } from '@estante/contract/partner/usage.ts'
import { estanteClient } from '@estante/sdk'
import { UNAUDITED } from '@estante/server/audit/audit.ts'
import { monthOf, nameOfMonth } from '@estante/server/calendar.ts'
import { createCredential } from '@estante/server/credentials/credential.ts'
import { PRODUCTION } from '@estante/server/environment.ts'
import { createPartner } from '@estante/server/partners/partner.ts'
import type { Service } from './start.ts'

const ANA = { externalUserId: 'ana', name: 'Ana Souza' }

export type Partner = Awaited<ReturnType<typeof addPartner>>

/** Creates a partner with a backend that uses the public API. */
export async function addPartner({ context, baseUrl }: Service) {
  const { db, clock, config } = context
  const { id } = await createPartner(db, clock.now(), { slug: `p-${randomUUID()}`, name: 'Banco Aurora' }, UNAUDITED)
  const subject = { partnerId: id, environment: PRODUCTION, name: 'Backend' } as const
  const { credential, clientSecret } = await createCredential(db, clock.now(), config, subject, UNAUDITED)
  const keys = { clientId: credential.client_id, clientSecret }
  const api = estanteClient(baseUrl, keys)

  /** Issues a launch link, for Ana by default. */
  function openBooks(redirectPath?: string, customer = ANA): Promise<string> {
    return api.openBooks(customer, redirectPath)
  }

  /** Finds the path that opens a title of the catalog. */
  async function pathOf(type: CatalogItem['type'], title: string): Promise<string> {
    const items: CatalogItem[] = await Array.fromAsync(api.catalog(type))
    const item = items.find((one) => one.title === title)
    if (!item) throw new Error(`No ${type} "${title}" in the catalog`)
    return type === 'audiobook' ? `/player/${item.id}` : `/leitor/${item.id}`
  }

  return {
    id,
    keys,
    member: api.member,
    revoke: api.revoke,
    block: (externalUserId: string) => api.update(externalUserId, { status: 'BLOCKED' }),
    restore: (externalUserId: string) => api.update(externalUserId, { status: 'ACTIVE' }),
    openBooks,
    /** Issues a launch link that opens a title of the catalog. */
    openTitle: async (type: CatalogItem['type'], title: string, customer = ANA) =>
      openBooks(await pathOf(type, title), customer),
    /** Reads the current month's report. */
    usage: (): Promise<UsageReport> => api.usage(nameOfMonth(monthOf(clock.now(), config.timeZone))),
    pathOf,
  }
}
