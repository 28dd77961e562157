import { createResource } from '@estante/client/resource.ts'
import type { changePrivacy, getPrivacy, Privacy } from '@estante/contract/panel/privacy.ts'
import { withReauthentication } from '../actions/reauthenticate.ts'
import { call } from '../admin-session/call.ts'

/** The settings, from the service. */
export const privacy = createResource(() => call<typeof getPrivacy>('GET', '/panel/v1/privacy'))

/** The editable fields, as the form shows them. */
export type PrivacyFields = Pick<Privacy, 'titlesDisclosedTo'> & { contact: string }

export function toPrivacyFields({ contact, titlesDisclosedTo }: Privacy): PrivacyFields {
  return { contact: contact ?? '', titlesDisclosedTo }
}

/** Sends changed fields only, to keep other people's changes. */
export async function savePrivacy(written: Partial<PrivacyFields>): Promise<void> {
  privacy.put(await withReauthentication(() => call<typeof changePrivacy>('PUT', '/panel/v1/privacy', written)))
}
