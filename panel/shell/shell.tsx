import type { Me } from '@estante/contract/panel/admins.ts'
import type { Environment } from '@estante/contract/panel/credentials.ts'
import { type Icon, KeyIcon, PeopleIcon, PersonIcon, SignOutIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentChildren, RefObject } from 'preact'
import { isOperator, signOutHere } from '../admin-session/admin-session.ts'
import { entryPath, environment, navigate, type Place, placePath, screen } from '../router.ts'
import { text } from '../text.ts'
import { isOnline } from './online.ts'
import './shell.css'

const icons: Record<Place, Icon> = { integrations: KeyIcon, team: PeopleIcon, account: PersonIcon }

/** The places of whoever is signed in; the first is where they arrive. */
export function placesOf(me: Me): readonly Place[] {
  return me.partner ? ['integrations', 'team', 'account'] : ['team', 'account']
}

/** What surrounds every screen: where I am, for whom, in which environment, and as whom. */
export function Shell({
  me,
  main,
  children,
}: {
  me: Me
  main: RefObject<HTMLElement | null>
  children: ComponentChildren
}) {
  const shown = me.partner ? environment.value : 'production'
  return (
    <div class="shell" data-environment={shown} data-operator={isOperator.value ? '' : undefined}>
      <button class="shell__skip" type="button" onClick={() => main.current?.focus()}>
        {text.shell.skipToContent}
      </button>
      <header class="shell__head">
        <p class="shell__names">
          <span class="shell__partner">{me.partner?.name ?? text.shell.operator}</span>
          <span class="shell__service">{me.service.name}</span>
        </p>
        {me.partner && <EnvironmentSwitch shown={shown} />}
        <nav class="shell__navigation" aria-label={text.shell.navigation}>
          <ul class="shell__places">
            {placesOf(me).map((place) => (
              <NavigationPlace key={place} place={place} />
            ))}
          </ul>
        </nav>
        <PersonMenu me={me} />
      </header>
      <div class="shell__notices" role="status">
        {shown === 'sandbox' && <p class="shell__notice shell__notice--sandbox">{text.shell.sandboxStrip}</p>}
        {!isOnline.value && <p class="shell__notice">{text.shell.offline}</p>}
      </div>
      <main class="shell__main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function NavigationPlace({ place }: { place: Place }) {
  const Drawn = icons[place]
  return (
    <li>
      <a
        class="shell__place"
        href={placePath(place, environment.value)}
        aria-current={screen.value === place ? 'page' : undefined}
      >
        <Drawn />
        {text.shell[place]}
      </a>
    </li>
  )
}

/** Two links, because the environment is part of the address. */
function EnvironmentSwitch({ shown }: { shown: Environment }) {
  const place = screen.value && screen.value in icons ? (screen.value as Place) : 'integrations'
  return (
    <nav class="shell__environments" aria-label={text.shell.environment}>
      {(['production', 'sandbox'] as const).map((one) => (
        <a
          key={one}
          class="shell__environment"
          href={placePath(place, one)}
          aria-current={one === shown ? 'true' : undefined}
        >
          {text.shell[one]}
        </a>
      ))}
    </nav>
  )
}

function PersonMenu({ me }: { me: Me }) {
  return (
    <div class="shell__person">
      <Menu
        look="bare"
        label={text.shell.person(me.admin.name)}
        button={
          <span class="shell__who">
            <span class="shell__initial" aria-hidden="true">
              {me.admin.name.trim().charAt(0).toLocaleUpperCase('pt-BR')}
            </span>
            <span class="shell__person-names">
              <span class="shell__person-name">{me.admin.name}</span>
              <span class="shell__person-role">{text.roles[me.admin.role]}</span>
            </span>
          </span>
        }
      >
        <MenuItem
          icon={PersonIcon}
          detail={me.admin.email}
          onPress={() => navigate(placePath('account', environment.value))}
        >
          {text.shell.account}
        </MenuItem>
        <MenuItem icon={SignOutIcon} onPress={() => void leave()}>
          {text.shell.signOut}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Whoever enters next begins anew, wherever this one was. */
async function leave() {
  try {
    await signOutHere()
    navigate(entryPath('sign-in'))
  } catch {
    showToast(text.shell.signOutFailed)
  }
}
