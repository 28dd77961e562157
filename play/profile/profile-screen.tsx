import { initialOf } from '@estante/client/initial-of.ts'
import type { Profile } from '@estante/contract/play/launch.ts'
import { Button } from '@estante/design/button/button.tsx'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { HeadphonesIcon, type Icon, MoonIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import { ListRow, RowIcon } from '@estante/design/list-row/list-row.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { PartnerLogo } from '../brand/partner-logo.tsx'
import { erasePreferences } from '../preferences/erase-preferences.ts'
import { chooseLetterKeys, letterKeys } from '../preferences/letter-keys.ts'
import { chooseListening, listening, readPreferences } from '../preferences/listening-choices.ts'
import { memberSession } from '../session/api.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { Sheet } from '../shell/sheet.tsx'
import { StatisticsPart } from './statistics-part.tsx'
import { text } from './text.ts'
import './profile-screen.css'

const limits: readonly [Icon, string, string][] = [
  [MoonIcon, text.limitAudioTitle, text.limitAudio],
  [HeadphonesIcon, text.limitControlsTitle, text.limitControls],
  [OfflineIcon, text.limitOfflineTitle, text.limitOffline],
]

export function ProfileScreen() {
  useEffect(() => void readPreferences(), [])
  const profile = memberSession.profile.value
  if (!profile) return null
  const { member, partner } = profile
  return (
    <div class="profile">
      <ScreenHeader title={text.title} />
      <div class="profile__person row">
        <span class="profile__initial disc" aria-hidden="true">
          {initialOf(member.name ?? partner.name)}
        </span>
        <div class="profile__names">
          <p class="profile__name">{member.name ?? text.member}</p>
          <p class="soft">{text.through(partner.name)}</p>
        </div>
      </div>
      <div class="profile__columns">
        <Part title={text.statistics.title}>
          <StatisticsPart />
        </Part>
        <Part title={text.about}>
          <dl class="lined">
            <Fact name={text.name} value={member.name ?? text.unknown} />
            <Fact name={text.email} value={member.email ?? text.unknown} />
            <Fact name={text.partner} value={partner.name} />
          </dl>
        </Part>
        <Part title={text.limits}>
          <ul class="lined">
            {limits.map(([icon, title, detail]) => (
              <li key={title}>
                <ListRow leading={<RowIcon icon={icon} />} title={title} detail={detail} />
              </li>
            ))}
          </ul>
        </Part>
        <Part title={text.entering}>
          {profile.partner.brand?.logo && (
            <div class="profile__logo">
              <PartnerLogo />
            </div>
          )}
          <p class="profile__text">{text.enteringHelp(partner.name)}</p>
        </Part>
        <Part title={text.listening.title}>
          <StartsNext />
        </Part>
        <Part title={text.keys.title}>
          <LetterKeys />
        </Part>
        <Part title={text.device}>
          <p class="profile__text">{text.deviceHelp}</p>
          <ErasePreferences />
        </Part>
        <Part title={text.privacy}>
          <PrivacyNotice profile={profile} />
        </Part>
      </div>
    </div>
  )
}

function StartsNext() {
  return (
    <div class="profile__text">
      <Checkbox
        label={text.listening.startsNext}
        isChecked={listening.startsNext.value}
        onChange={(startsNext) => chooseListening({ startsNext })}
      />
      <p>{text.listening.startsNextHelp}</p>
    </div>
  )
}

function LetterKeys() {
  return (
    <div class="profile__text">
      <Checkbox label={text.keys.letters} isChecked={letterKeys.value} onChange={chooseLetterKeys} />
      <p>{text.keys.lettersHelp}</p>
      <KeyActs acts={text.keys.letterActs} />
      <h3 class="profile__always label">{text.keys.always}</h3>
      <KeyActs acts={text.keys.alwaysActs} />
    </div>
  )
}

function KeyActs({ acts }: { acts: readonly (readonly string[])[] }) {
  return (
    <dl class="profile__keys">
      {acts.map(([keys, act]) => (
        <div key={keys}>
          <dt>{keys}</dt>
          <dd class="soft">{act}</dd>
        </div>
      ))}
    </dl>
  )
}

function ErasePreferences() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="soft" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {text.erase}
      </Button>
      <Sheet open={isAsking} title={text.eraseTitle} onClose={() => setAsking(false)}>
        <div class="stack gap-5">
          <p>{text.eraseHelp}</p>
          <Button
            variant="destructive"
            onClick={() => {
              setAsking(false)
              erasePreferences()
              showToast(text.erased)
            }}
          >
            {text.eraseNow}
          </Button>
        </div>
      </Sheet>
    </>
  )
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  const id = useId()
  return (
    <section class="stack gap-3" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="profile__card card">{children}</div>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div class="profile__fact stack">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** States which data about the member is stored, who sees it, for how long, and whom to contact. */
function PrivacyNotice({ profile: { partner, service } }: { profile: Profile }) {
  const { name, privacyContact: contact } = partner
  return (
    <div class="profile__text stack gap-3 breakable">
      <p>{text.privacyStored(name)}</p>
      <p>{text.privacySeen(name, service.activityRetentionMonths)}</p>
      {contact === undefined ? (
        <p>{text.privacyAsk(name)}</p>
      ) : (
        <p>
          {text.privacyAskAt}{' '}
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
