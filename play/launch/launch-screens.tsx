import { RetryButton } from '@estante/client/retry-button.tsx'
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

const FAILURES = {
  'link-expired': { icon: LinkIcon, title: text.launch.expiredTitle, help: text.launch.expiredHelp },
  ended: { icon: LibraryIcon, title: text.launch.endedTitle, help: text.launch.endedHelp },
  unreachable: { icon: OfflineIcon, title: text.launch.unreachableTitle, help: text.launch.unreachableHelp },
}

/** Tells why nobody is signed in. Without a form: members enter only through the partner's app. */
export function NotSignedInScreen({ state, onRetry }: { state: keyof typeof FAILURES; onRetry: () => void }) {
  const { icon, title, help } = FAILURES[state]
  return (
    <BareScreen>
      <EmptyState
        icon={icon}
        title={title}
        level={1}
        action={state === 'unreachable' && <RetryButton onRetry={onRetry} />}
      >
        {help}
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
