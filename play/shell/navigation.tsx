import { type Screen, screenPath } from '@estante/contract/screens.ts'
import { BookIcon, HomeIcon, type Icon, LibraryIcon, PersonIcon, SearchIcon } from '@estante/design/icons/icons.tsx'
import { PartnerLogo } from '../brand/partner-logo.tsx'
import { screen } from '../router.ts'
import { memberSession } from '../session/api.ts'
import { text } from '../text.ts'
import './navigation.css'

type BrowsingScreen = Exclude<Screen, { id: string }>

const screens: readonly [BrowsingScreen['name'], Icon][] = [
  ['home', HomeIcon],
  ['explore', SearchIcon],
  ['ebooks', BookIcon],
  ['library', LibraryIcon],
  ['profile', PersonIcon],
]

/** The five main screens: along the bottom of a phone, at the side of wider windows. */
export function Navigation() {
  const { partner, service } = memberSession.profile.value ?? {}
  return (
    <nav class="navigation" aria-label={text.shell.navigation}>
      <div class="navigation__service">{partner?.brand?.logo ? <PartnerLogo /> : service?.name}</div>
      <ul class="navigation__links">
        {screens.map(([name, Drawn]) => (
          <li key={name}>
            <a
              class="navigation__link stack soft"
              href={screenPath({ name })}
              aria-current={isIn(name) ? 'page' : undefined}
            >
              <span class="navigation__drawing centered">
                <Drawn />
              </span>
              <span class="navigation__name one-line">{text.shell[name]}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const partsOfLibrary: readonly string[] = ['notebook', 'queue', 'lists']

function isIn(name: BrowsingScreen['name']) {
  const current = screen.value.name
  return name === (partsOfLibrary.includes(current) ? 'library' : current)
}
