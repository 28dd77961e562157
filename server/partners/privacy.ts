import type { changePrivacy as changePrivacyRoute, Privacy } from '@estante/contract/panel/privacy.ts'
import type { Body } from '@estante/contract/route.ts'
import { type Actor, appendAudit } from '../audit/audit.ts'
import { toContact } from '../contact.ts'
import type { Context } from '../context.ts'
import type { Connection } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import { TITLES_DISCLOSED_TO_DEFAULT } from '../members/titles-disclosure.ts'
import { lockPartner } from '../tenancy.ts'

type PrivacySettings = Pick<Privacy, 'contact' | 'titlesDisclosedTo'>

export async function readPrivacySettings(db: Connection, partnerId: number): Promise<PrivacySettings> {
  const { privacy_contact, titles_disclosed_to } = await db
    .selectFrom('partner')
    .select(['privacy_contact', 'titles_disclosed_to'])
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return { contact: privacy_contact, titlesDisclosedTo: titles_disclosed_to ?? TITLES_DISCLOSED_TO_DEFAULT }
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
    await lockPartner(tx, partnerId)
    const known = await readPrivacySettings(tx, partnerId)
    const { contact = known.contact, titlesDisclosedTo = known.titlesDisclosedTo } = { ...request, ...wanted }
    await tx
      .updateTable('partner')
      .set({ privacy_contact: contact, titles_disclosed_to: titlesDisclosedTo })
      .where('id', '=', partnerId)
      .execute()
    if (contact !== known.contact) await appendAudit(tx, clock.now(), actor, 'privacy-contact-changed', contact)
    if (titlesDisclosedTo !== known.titlesDisclosedTo) {
      const detail = { from: known.titlesDisclosedTo, to: titlesDisclosedTo }
      await appendAudit(tx, clock.now(), actor, 'titles-disclosure-changed', null, detail)
    }
    return { contact, titlesDisclosedTo }
  })
}

/** Parses a contact, if one was sent: null when it is empty. Throws `VALIDATION`. */
function readContact(typed: string | null | undefined): { contact?: string | null } {
  if (typed === undefined) return {}
  if (typed === null || typed.trim() === '') return { contact: null }
  const contact = toContact(typed)
  if (contact === undefined) {
    throw new ApiError('VALIDATION', ['O contato deve ser um e-mail ou um endereço que começa com https://.'])
  }
  return { contact }
}
