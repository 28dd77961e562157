import { createResource } from '@estante/client/resource.ts'
import type { changePrivacy, getPrivacy, Privacy } from '@estante/contract/panel/privacy.ts'
import { call } from '../admin-session/call.ts'
import { withReauthentication } from '../confirm/reauthenticate.ts'

/** What is decided about members' data, as the service last told it. */
export const privacy = createResource(() => call<typeof getPrivacy>('GET', '/panel/v1/privacy'))

/** What the form writes, as it shows it. */
export type Fields = Pick<Privacy, 'titlesSeenBy'> & { contact: string }

export function toFields({ contact, titlesSeenBy }: Privacy): Fields {
  return { contact: contact ?? '', titlesSeenBy }
}

/** Sends only what was written: what somebody else changed meanwhile stays. */
export async function save(written: Partial<Fields>): Promise<void> {
  privacy.put(await withReauthentication(() => call<typeof changePrivacy>('PUT', '/panel/v1/privacy', written)))
}
