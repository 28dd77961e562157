import { isOperator, me } from '../admin-session/admin-session.ts'
import { environment, pathParts, sectionPath } from '../router.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text as panelText } from '../text.ts'
import { CallsPart } from './calls-part.tsx'
import { FindById } from './find-by-id.tsx'
import { LAUNCHES_SEGMENT, LaunchesPart } from './launches-part.tsx'
import { text } from './text.ts'
import './log-screen.css'
import { isLive, notLiveReason } from './use-feed.ts'

/** A partner's calls and sign-on links. For operators, the calls of all partners: links name members. */
export function LogScreen() {
  const isOfLaunches = !isOperator.value && pathParts.value[0] === LAUNCHES_SEGMENT
  return (
    <>
      <ScreenHeader title={panelText.shell.log} help={formatHelp()} action={!isOfLaunches && <FindById />} />
      <div class="stack gap-4">
        <div class="log__head row">
          {isOperator.value ? <span /> : <PartLinks isOfLaunches={isOfLaunches} />}
          <LiveSwitch />
        </div>
        {/* Remounted for another environment: its data must never show in the other. */}
        {isOfLaunches ? <LaunchesPart key={environment.value} /> : <CallsPart key={environment.value} />}
      </div>
    </>
  )
}

function formatHelp(): string | undefined {
  const service = me.value?.service
  if (!service) return undefined
  const { callsRetentionDays: calls, launchesRetentionDays: launches } = service
  return isOperator.value ? text.operatorHelp(calls) : text.help(calls, launches)
}

function PartLinks({ isOfLaunches }: { isOfLaunches: boolean }) {
  const parts = [
    { name: text.calls, path: sectionPath('log'), isCurrent: !isOfLaunches },
    { name: text.launches, path: sectionPath('log', { pathParts: [LAUNCHES_SEGMENT] }), isCurrent: isOfLaunches },
  ]
  return (
    <nav class="log__parts row" aria-label={text.parts}>
      {parts.map(({ name, path, isCurrent }) => (
        <a key={name} class="log__part soft centered" href={path} aria-current={isCurrent ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

/** Switches live updates on and off, and says when there are none although they are on. */
function LiveSwitch() {
  const hasEnd = notLiveReason.value === 'period-has-end'
  const isStalled = isLive.value && notLiveReason.value === 'no-answer'
  return (
    <button
      class="live-switch note"
      type="button"
      role="switch"
      aria-checked={isLive.value && !hasEnd}
      aria-busy={isStalled}
      disabled={hasEnd}
      title={hasEnd ? text.notLiveHelp : text.liveHelp}
      onClick={() => {
        isLive.value = !isLive.value
      }}
    >
      <span class="live-switch__light" aria-hidden="true" />
      {isStalled ? (
        <span>
          <span class="visually-hidden">{text.live}: </span>
          {text.stalled}
        </span>
      ) : (
        text.live
      )}
    </button>
  )
}
