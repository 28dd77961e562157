import { changePrivacy, getPrivacy, type Privacy } from '@estante/contract/panel/privacy.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { actorOf } from '../admins/authenticate-admin.ts'
import { appendAudit } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { toContact } from '../http/contact.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { TITLES_SEEN_BY_DEFAULT } from '../members/titles-disclosure.ts'
import { partnerOf } from '../tenancy.ts'

/** A partner's settings for its members' data, in the panel: the team sees them, owners change them. */
export function privacyRoutes(app: FastifyInstance, { db, clock, config }: Context): void {
  serve(app, getPrivacy, async ({ request }) => readPrivacy(db.read, partnerOf(request)))

  serve(app, changePrivacy, async ({ body, request }) => {
    const partnerId = partnerOf(request)
    const wanted = readContact(body.contact)
    return db.write(async (tx) => {
      const known = await readPrivacy(tx, partnerId)
      const { contact = known.contact, titlesSeenBy = known.titlesSeenBy } = { ...body, ...wanted }
      await tx
        .updateTable('partner')
        .set({ privacy_contact: contact, titles_seen_by: titlesSeenBy })
        .where('id', '=', partnerId)
        .execute()
      const actor = actorOf(request)
      if (contact !== known.contact) {
        await appendAudit(tx, clock.now(), actor, 'privacy-contact-changed', contact)
      }
      if (titlesSeenBy !== known.titlesSeenBy) {
        const detail = { from: known.titlesSeenBy, to: titlesSeenBy }
        await appendAudit(tx, clock.now(), actor, 'titles-seen-by-changed', null, detail)
      }
      return { ...known, contact, titlesSeenBy }
    })
  })

  async function readPrivacy(read: Kysely<Tables>, partnerId: number): Promise<Privacy> {
    const { privacy_contact, titles_seen_by } = await read
      .selectFrom('partner')
      .select(['privacy_contact', 'titles_seen_by'])
      .where('id', '=', partnerId)
      .executeTakeFirstOrThrow()
    const { keep, privacyContact } = config
    return {
      contact: privacy_contact,
      titlesSeenBy: titles_seen_by ?? TITLES_SEEN_BY_DEFAULT,
      serviceContact: privacyContact ?? null,
      keepActivityMonths: keep.activityMonths,
      keepAuditAddressMonths: keep.auditAddressMonths,
      keepCallsDays: keep.callsDays,
      keepLaunchesDays: keep.launchesDays,
    }
  }
}

/** Parses a contact: null when it is empty, undefined when it was not sent. Throws `VALIDATION`. */
function readContact(typed: string | null | undefined): { contact?: string | null } {
  if (typed === undefined) return {}
  if (typed === null || typed.trim() === '') return { contact: null }
  const contact = toContact(typed)
  if (contact === undefined) {
    throw new ApiError('VALIDATION', ['O contato deve ser um e-mail ou um endereço que começa com https://.'])
  }
  return { contact }
}
