import { changePrivacy, getPrivacy, type Privacy } from '@estante/contract/panel/privacy.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { actorOf } from '../admins/authenticate-admin.ts'
import { appendAudit } from '../audit/audit.ts'
import { toContact } from '../contact.ts'
import type { Context } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { TITLES_VISIBLE_TO_DEFAULT } from '../members/titles-disclosure.ts'
import { partnerOf } from '../tenancy.ts'

/** A partner's settings for its members' data, in the panel: the team sees them, owners change them. */
export function privacyRoutes(app: FastifyInstance, { db, clock, config }: Context): void {
  serve(app, getPrivacy, async ({ request }) => readPrivacy(db.read, partnerOf(request)))

  serve(app, changePrivacy, async ({ body, request }) => {
    const partnerId = partnerOf(request)
    const wanted = readContact(body.contact)
    return db.write(async (tx) => {
      // Locked until it is written: of two concurrent changes, the second sees the first.
      await tx.selectFrom('partner').select('id').where('id', '=', partnerId).forNoKeyUpdate().execute()
      const known = await readPrivacy(tx, partnerId)
      const { contact = known.contact, titlesVisibleTo = known.titlesVisibleTo } = { ...body, ...wanted }
      await tx
        .updateTable('partner')
        .set({ privacy_contact: contact, titles_visible_to: titlesVisibleTo })
        .where('id', '=', partnerId)
        .execute()
      const actor = actorOf(request)
      if (contact !== known.contact) {
        await appendAudit(tx, clock.now(), actor, 'privacy-contact-changed', contact)
      }
      if (titlesVisibleTo !== known.titlesVisibleTo) {
        const detail = { from: known.titlesVisibleTo, to: titlesVisibleTo }
        await appendAudit(tx, clock.now(), actor, 'titles-visibility-changed', null, detail)
      }
      return { ...known, contact, titlesVisibleTo }
    })
  })

  async function readPrivacy(read: Kysely<Tables>, partnerId: number): Promise<Privacy> {
    const { privacy_contact, titles_visible_to } = await read
      .selectFrom('partner')
      .select(['privacy_contact', 'titles_visible_to'])
      .where('id', '=', partnerId)
      .executeTakeFirstOrThrow()
    const { retention, privacyContact } = config
    return {
      contact: privacy_contact,
      titlesVisibleTo: titles_visible_to ?? TITLES_VISIBLE_TO_DEFAULT,
      serviceContact: privacyContact ?? null,
      keepActivityMonths: retention.activityMonths,
      keepAuditAddressMonths: retention.auditAddressMonths,
      keepCallsDays: retention.callsDays,
      keepLaunchesDays: retention.launchesDays,
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
