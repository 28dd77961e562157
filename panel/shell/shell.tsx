import { initialOf } from '@estante/client/initial-of.ts'
import { isOnline } from '@estante/client/online.ts'
import type { Me } from '@estante/contract/panel/admins.ts'
import type { Environment } from '@estante/contract/panel/credentials.ts'
import { MoreIcon, PersonIcon, SignOutIcon } from '@estante/design/icons/icons.tsx'
import { Menu, MenuItem } from '@estante/design/menu/menu.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import type { ComponentChildren, RefObject } from 'preact'
import { isOperator, signOutHere } from '../admin-session/admin-session.ts'
import {
  chooseEnvironment,
  chosenEnvironment,
  environment,
  navigate,
  publicPath,
  type Section,
  screen,
  sectionPath,
  whenFreeToLeave,
} from '../router.ts'
import { text } from '../text.ts'
import { environmentOfLink } from './environment-of-link.ts'
import { sectionGroupsOf, sectionIcons, sectionsOf } from './sections.ts'
import './shell.css'

/** Sections in the bar at the bottom of a phone; the others are in a menu. */
const BAR_ITEMS = 4

interface ShellProps {
  me: Me
  main: RefObject<HTMLElement | null>
  children: ComponentChildren
}

/** The frame of every screen: navigation, partner, environment and account. */
export function Shell({ me, main, children }: ShellProps) {
  const currentEnvironment = me.partner ? environment.value : 'production'
  return (
    <div class="shell stack" data-environment={currentEnvironment} data-operator={isOperator.value ? '' : undefined}>
      <button class="skip-link" type="button" onClick={() => main.current?.focus()}>
        {text.shell.skipToContent}
      </button>
      <header class="shell__head row">
        <p class="shell__names stack">
          <span class="shell__partner clamped" title={me.partner?.name}>
            {me.partner?.name ?? text.shell.operator}
          </span>
          <span class="shell__service detail">{me.service.name}</span>
        </p>
        {me.partner && <EnvironmentSwitch currentEnvironment={currentEnvironment} />}
        <nav class="shell__navigation" aria-label={text.shell.navigation}>
          <NavigationItems me={me} />
        </nav>
        <PersonMenu me={me} />
      </header>
      <div class="shell__notices" role="status">
        {currentEnvironment === 'sandbox' && (
          <p class="shell__notice shell__notice--sandbox label">{text.shell.sandboxStrip}</p>
        )}
        {me.partner?.suspendedAt && (
          <p class="shell__notice shell__notice--suspended label">{text.shell.suspended(me.partner.name)}</p>
        )}
        {!isOnline.value && <p class="shell__notice label">{text.shell.offline}</p>}
      </div>
      <main class="shell__main" ref={main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

function NavigationItems({ me }: { me: Me }) {
  const sections = sectionsOf(me)
  // A menu for a single section would take the room of its link.
  const inBar = sections.length <= BAR_ITEMS + 1 ? sections : sections.slice(0, BAR_ITEMS)
  const others = sections.filter((section) => !inBar.includes(section))
  const isInMenu = others.some((section) => section === screen.value)
  return (
    <ul class="shell__items">
      {sectionGroupsOf(me).flatMap((group) =>
        group.map((section, index) => (
          <NavigationLink
            key={section}
            section={section}
            path={pathTo(section, me)}
            isFirst={index === 0}
            isInBar={inBar.includes(section)}
          />
        )),
      )}
      {others.length > 0 && (
        <li class="shell__others grows" data-current={isInMenu ? '' : undefined}>
          <Menu
            look="bare"
            button={
              <span class="shell__item">
                <MoreIcon />
                {text.shell.more}
              </span>
            }
          >
            {others.map((section) => (
              <MenuItem key={section} icon={sectionIcons[section]} onPress={() => navigate(pathTo(section, me))}>
                {text.shell[section]}
              </MenuItem>
            ))}
          </Menu>
        </li>
      )}
    </ul>
  )
}

function pathTo(section: Section, { partner }: Me): string {
  const seen = { from: screen.value, currentEnvironment: environment.value, chosen: chosenEnvironment.value }
  return sectionPath(section, {
    environment: environmentOfLink(section, { ...seen, isBeginning: partner?.isBeginning === true }),
  })
}

interface NavigationLinkProps {
  section: Section
  path: string
  isFirst: boolean
  isInBar: boolean
}

function NavigationLink({ section, path, isFirst, isInBar }: NavigationLinkProps) {
  const Drawn = sectionIcons[section]
  return (
    <li class="shell__entry grows" data-first={isFirst ? '' : undefined} data-in-bar={isInBar ? '' : undefined}>
      <a class="shell__item" href={path} aria-current={screen.value === section ? 'page' : undefined}>
        <Drawn />
        {text.shell[section]}
      </a>
    </li>
  )
}

/** Links, since the environment is part of the address. */
function EnvironmentSwitch({ currentEnvironment }: { currentEnvironment: Environment }) {
  const section = screen.value && screen.value in sectionIcons ? (screen.value as Section) : 'integrations'
  return (
    <nav class="shell__environments edged" aria-label={text.shell.environment}>
      {(['production', 'sandbox'] as const).map((one) => (
        <a
          key={one}
          class="shell__environment note centered"
          href={sectionPath(section, { environment: one })}
          onClick={() => chooseEnvironment(one)}
          aria-current={one === currentEnvironment ? 'true' : undefined}
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
        button={
          <span class="shell__who line">
            <span class="shell__initial disc edged" aria-hidden="true">
              {initialOf(me.admin.name)}
            </span>
            <span class="visually-hidden">{text.shell.person} </span>
            <span class="shell__person-names visually-hidden">
              <span class="shell__person-name one-line">{me.admin.name}</span>{' '}
              <span class="detail">{text.roles[me.admin.role]}</span>
            </span>
          </span>
        }
      >
        {me.partner && <p class="shell__whole-name">{me.partner.name}</p>}
        <MenuItem icon={PersonIcon} detail={me.admin.email} onPress={() => navigate(pathTo('account', me))}>
          {text.shell.account}
        </MenuItem>
        <MenuItem icon={SignOutIcon} onPress={() => whenFreeToLeave(() => void leave())}>
          {text.shell.signOut}
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Resets the address for the next admin. */
async function leave() {
  try {
    await signOutHere()
    navigate(publicPath('sign-in'), { isAgreed: true })
  } catch {
    showToast(text.shell.signOutFailed)
  }
}
