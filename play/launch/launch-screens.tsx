import { Button } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { LibraryIcon, LinkIcon, OfflineIcon } from '@estante/design/icons/icons.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import type { ComponentChildren } from 'preact'
import { CloseButton } from '../bridge/close-button.tsx'
import { text } from '../text.ts'
import './launch-screens.css'

/** Shown while the member is being signed in. */
export function OpeningScreen() {
  return (
    <BareScreen>
      <div class="opening">
        <Spinner label={text.launch.opening} />
        <p aria-hidden="true">{text.launch.opening}</p>
      </div>
    </BareScreen>
  )
}

/** The launch was refused: expired, used, or invalid. Without a form: members enter only through the partner's app. */
export function ExpiredLinkScreen() {
  return (
    <BareScreen>
      <EmptyState icon={LinkIcon} title={text.launch.expiredTitle} level={1}>
        {text.launch.expiredHelp}
      </EmptyState>
    </BareScreen>
  )
}

/** Access ended while the view was open, or there was no session. */
export function EndedScreen() {
  return (
    <BareScreen>
      <EmptyState icon={LibraryIcon} title={text.launch.endedTitle} level={1}>
        {text.launch.endedHelp}
      </EmptyState>
    </BareScreen>
  )
}

/** The service is unreachable; the launch is still valid. */
export function UnreachableScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <BareScreen>
      <EmptyState
        icon={OfflineIcon}
        title={text.launch.unreachableTitle}
        level={1}
        action={<Button onClick={onRetry}>{text.shell.retry}</Button>}
      >
        {text.launch.unreachableHelp}
      </EmptyState>
    </BareScreen>
  )
}

function BareScreen({ children }: { children: ComponentChildren }) {
  return (
    <div class="bare">
      <div class="bare__bar">
        <CloseButton />
      </div>
      <main class="bare__middle stack">{children}</main>
    </div>
  )
}
