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

/** The partner's calls, and its sign-on links. */
export function LogScreen() {
  if (isOperator.value) return <OperatorLog />
  const isOfLaunches = pathParts.value[0] === LAUNCHES_SEGMENT
  const parts = [
    { name: text.calls, path: sectionPath('log'), isCurrent: !isOfLaunches },
    {
      name: text.launches,
      path: sectionPath('log', { pathParts: [LAUNCHES_SEGMENT] }),
      isCurrent: isOfLaunches,
    },
  ]
  const service = me.value?.service
  return (
    <>
      <ScreenHeader
        title={panelText.shell.log}
        help={service && text.help(service.callsRetentionDays, service.launchesRetentionDays)}
        action={!isOfLaunches && <FindById />}
      />
      <div class="stack gap-4">
        <div class="log__head row">
          <nav class="log__parts row" aria-label={text.parts}>
            {parts.map(({ name, path, isCurrent }) => (
              <a key={name} class="log__part soft centered" href={path} aria-current={isCurrent ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
          <LiveSwitch />
        </div>
        {/* Remounted for another environment: its data must never show in the other. */}
        {isOfLaunches ? <LaunchesPart key={environment.value} /> : <CallsPart key={environment.value} />}
      </div>
    </>
  )
}

/** The calls of all partners. Links are not shown, since they name members. */
function OperatorLog() {
  return (
    <>
      <ScreenHeader
        title={panelText.shell.log}
        help={text.operatorHelp(me.value?.service.callsRetentionDays ?? 1)}
        action={<FindById />}
      />
      <div class="stack gap-4">
        <div class="log__head row">
          <span />
          <LiveSwitch />
        </div>
        <CallsPart />
      </div>
    </>
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
