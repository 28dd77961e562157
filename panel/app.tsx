import { ProblemState } from '@estante/client/problem-state.tsx'
import type { Me } from '@estante/contract/panel/admins.ts'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { Toast } from '@estante/design/toast/toast.tsx'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { ReauthenticationDialog } from './actions/reauthentication-dialog.tsx'
import { me, recognise, state } from './admin-session/admin-session.ts'
import { useReloadAdmin } from './admin-session/use-reload-admin.ts'
import { environment, isPublic, navigate, pathParts, type Section, screen, sectionPath } from './router.ts'
import { AccessDenied } from './shell/access-denied.tsx'
import { useFocusRestore } from './shell/focus-restore.ts'
import { LazyScreen } from './shell/lazy-screen.tsx'
import { subject } from './shell/page-title.ts'
import { sectionsOf } from './shell/sections.ts'
import { Shell } from './shell/shell.tsx'
import { ForgottenScreen } from './sign-in/forgotten-screen.tsx'
import { SignInOverlay } from './sign-in/sign-in-overlay.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'
import { linkToken } from './sign-in/sign-in-state.ts'
import { text } from './text.ts'
import './app.css'

const loadInvitation = () => import('./sign-in/invitation-screen.tsx').then((module) => module.InvitationScreen)
const loadSecondFactor = () => import('./sign-in/second-factor-screen.tsx').then((module) => module.SecondFactorScreen)
const loadNewPassword = () => import('./sign-in/new-password-screen.tsx').then((module) => module.NewPasswordScreen)
const loadSection = {
  firstSteps: () => import('./first-steps/first-steps-screen.tsx').then((module) => module.FirstStepsScreen),
  integrations: () => import('./integrations/integrations-screen.tsx').then((module) => module.IntegrationsScreen),
  log: () => import('./log/log-screen.tsx').then((module) => module.LogScreen),
  catalog: () => import('./catalog/catalog-screen.tsx').then((module) => module.CatalogScreen),
  imports: () => import('./imports/imports-screen.tsx').then((module) => module.ImportsScreen),
  members: () => import('./members/members-screen.tsx').then((module) => module.MembersScreen),
  usage: () => import('./usage/usage-screen.tsx').then((module) => module.UsageScreen),
  appearance: () => import('./appearance/appearance-screen.tsx').then((module) => module.AppearanceScreen),
  partners: () => import('./partners/partners-section.tsx').then((module) => module.PartnersSection),
  health: () => import('./health/health-screen.tsx').then((module) => module.HealthScreen),
  audit: () => import('./audit/audit-screen.tsx').then((module) => module.AuditScreen),
  privacy: () => import('./privacy/privacy-screen.tsx').then((module) => module.PrivacyScreen),
  team: () => import('./team/team-screen.tsx').then((module) => module.TeamScreen),
  account: () => import('./account/account-screen.tsx').then((module) => module.AccountScreen),
} as const

/** The whole page: the screen of a link, the sign-in, or the screen of the address. */
export function App() {
  return (
    <div class="app">
      <CurrentScreen />
      <Toast />
    </div>
  )
}

function CurrentScreen() {
  // An e-mailed link opens also while another admin is signed in, and in the tab of another link.
  if (screen.value === 'invitation') return <LazyScreen key={`invitation ${linkToken.value}`} load={loadInvitation} />
  if (screen.value === 'new-password')
    return <LazyScreen key={`new-password ${linkToken.value}`} load={loadNewPassword} />
  switch (state.value) {
    case 'checking':
      return (
        <div class="app__wait centered">
          <Spinner label={text.shell.loading} />
        </div>
      )
    case 'unreachable':
    case 'failed':
      return <AdminUnknown problem={state.value} />
    case 'signed-out':
      return screen.value === 'forgotten' ? <ForgottenScreen /> : <SignInScreen />
    case 'setting-up':
      return (
        <>
          <LazyScreen load={loadSecondFactor} />
          <ReauthenticationDialog />
        </>
      )
    case 'signed-in':
    case 'ended':
    case 'held':
      return me.value ? (
        <>
          <div class="app__signed-in" data-ended={state.value === 'signed-in' ? undefined : ''}>
            <SignedIn key={me.value.admin.id} me={me.value} />
          </div>
          {state.value === 'ended' && (
            <SignInOverlay key="sign-in">
              <SignInScreen />
            </SignInOverlay>
          )}
          {state.value === 'held' && (
            <SignInOverlay key="second-factor">
              <LazyScreen load={loadSecondFactor} />
              <ReauthenticationDialog />
            </SignInOverlay>
          )}
        </>
      ) : null
  }
}

function AdminUnknown({ problem }: { problem: 'unreachable' | 'failed' }) {
  return (
    <main class="app__wait centered">
      <ProblemState problem={problem} level={1} onRetry={recognise} />
    </main>
  )
}

function SignedIn({ me }: { me: Me }) {
  const main = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  useFocusRestore(main)
  useReloadAdmin(state.value === 'signed-in')
  const [home = 'account'] = sectionsOf(me)
  const current = screen.value
  const section = current && !isPublic(current) ? current : undefined
  const headingBefore = main.current?.querySelector('h1')?.textContent
  useLayoutEffect(() => {
    // The first steps are in the sandbox.
    if (!section)
      navigate(sectionPath(home, home === 'firstSteps' ? { environment: 'sandbox' } : {}), { replace: true })
  }, [section])
  useLayoutEffect(() => {
    const wasFirst = isFirst.current
    isFirst.current = false
    // After the new screen was rendered.
    queueMicrotask(() => {
      const heading = main.current?.querySelector<HTMLElement>('h1')
      const isSame = heading?.textContent === headingBefore
      if (wasFirst) return
      // A change within a screen, such as of the month, keeps the focus.
      if (!isSame || !main.current?.matches(':focus-within:not(:focus)')) (heading ?? main.current)?.focus()
    })
  }, [section, environment.value, pathParts.value.join('/')])
  useLayoutEffect(() => {
    const name = section && text.shell[section]
    const parts = [subject.value !== name && subject.value, name, me.partner?.name ?? me.service.name]
    document.title = parts.filter(Boolean).join(' · ')
  }, [section, subject.value, me])
  return (
    <>
      <Shell me={me} main={main}>
        {section &&
          (sectionsOf(me).includes(section) ? (
            <SectionScreen key={section} section={section} />
          ) : (
            <AccessDenied me={me} section={section} />
          ))}
      </Shell>
      {state.value !== 'held' && <ReauthenticationDialog />}
    </>
  )
}

function SectionScreen({ section }: { section: Section }) {
  return <LazyScreen load={loadSection[section]} />
}
