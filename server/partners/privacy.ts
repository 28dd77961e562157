import type { changePrivacy as changePrivacyRoute, Privacy } from '@estante/contract/panel/privacy.ts'
import type { Body } from '@estante/contract/route.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import { toContact } from '../contact.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { TITLES_VISIBLE_TO_DEFAULT } from '../members/titles-disclosure.ts'

type PrivacySettings = Pick<Privacy, 'contact' | 'titlesVisibleTo'>

/** Reads a partner's settings for its members' data. */
export async function readPrivacySettings(db: Connection, partnerId: number): Promise<PrivacySettings> {
  const { privacy_contact, titles_visible_to } = await db
    .selectFrom('partner')
    .select(['privacy_contact', 'titles_visible_to'])
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return { contact: privacy_contact, titlesVisibleTo: titles_visible_to ?? TITLES_VISIBLE_TO_DEFAULT }
}

/** Changes the settings that are sent. Each change is an act of its own. Throws `VALIDATION`. */
export async function changePrivacySettings(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  partnerId: number,
  request: Body<typeof changePrivacyRoute>,
  actor: Actor,
): Promise<PrivacySettings> {
  const wanted = readContact(request.contact)
  return db.write(async (tx) => {
    // Locked until it is written: of two concurrent changes, the second sees the first.
    await tx.selectFrom('partner').select('id').where('id', '=', partnerId).forNoKeyUpdate().execute()
    const known = await readPrivacySettings(tx, partnerId)
    const { contact = known.contact, titlesVisibleTo = known.titlesVisibleTo } = { ...request, ...wanted }
    await tx
      .updateTable('partner')
      .set({ privacy_contact: contact, titles_visible_to: titlesVisibleTo })
      .where('id', '=', partnerId)
      .execute()
    if (contact !== known.contact) await appendAudit(tx, clock.now(), actor, 'privacy-contact-changed', contact)
    if (titlesVisibleTo !== known.titlesVisibleTo) {
      const detail = { from: known.titlesVisibleTo, to: titlesVisibleTo }
      await appendAudit(tx, clock.now(), actor, 'titles-visibility-changed', null, detail)
    }
    return { contact, titlesVisibleTo }
  })
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
