import type { Profile } from '@estante/contract/play/launch.ts'
import { text } from './text.ts'

const profileText = text

/** States which data about the member are stored, who sees them, for how long, and whom to contact. */
export function PrivacyNotice({ profile: { partner, service } }: { profile: Profile }) {
  const { name, privacyContact: contact } = partner
  return (
    <div class="profile__text profile__privacy">
      <p>{profileText.privacyKept(name)}</p>
      <p>{profileText.privacySeen(name, service.keepActivityMonths)}</p>
      {contact === undefined ? (
        <p>{profileText.privacyAsk(name)}</p>
      ) : (
        <p>
          {profileText.privacyAskAt}{' '}
          {contact.startsWith('https:') ? (
            <a href={contact}>{contact}</a>
          ) : (
            <strong class="profile__contact">{contact}</strong>
          )}
        </p>
      )}
    </div>
  )
}
