import type { FirstSteps } from '@estante/contract/panel/first-steps.ts'
import { Button } from '@estante/design/button/button.tsx'
import { BanIcon, LinkIcon, PhoneIcon, PlayIcon, RotateIcon } from '@estante/design/icons/icons.tsx'
import { Spinner } from '@estante/design/spinner/spinner.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useAction } from '../actions/use-action.ts'
import { canHandleCredentials } from '../admin-session/admin-session.ts'
import { text } from './text.ts'
import { createTrial, readEvent, setAccess, type Trial, type TrialMessage } from './trial.ts'
import './trial-part.css'

const { trial: trialText } = text

/** The trial: a phone with the view, actions on it, and the events that it sends to its host. */
export function TrialPart({ known: { member, playUrl } }: { known: FirstSteps }) {
  const id = useId()
  const [trial] = useState(createTrial)
  const { isBusy, problem, run } = useAction()
  const { phone, opened } = trial
  const change = (status: 'ACTIVE' | 'BLOCKED') =>
    run(async () => {
      await setAccess(status)
      showToast(status === 'BLOCKED' ? trialText.revoked : trialText.restored)
    })
  return (
    <section class="trial stack" aria-labelledby={id}>
      <header class="trial__head stack">
        <h2 id={id}>{trialText.title}</h2>
        <p class="note">{trialText.help(member.name)}</p>
      </header>
      {!canHandleCredentials.value ? (
        <p class="note">{trialText.onlySee}</p>
      ) : (
        <>
          <Latest trial={trial} />
          <Phone
            trial={trial}
            playUrl={playUrl}
            isRevoked={member.isRevoked}
            isBusy={isBusy}
            onOpen={() => run(trial.open)}
          />
          {problem && (
            <p class="fault" role="alert">
              {problem}
            </p>
          )}
          <div class="trial__acts row unless-empty">
            {opened.value && phone.value !== 'closed' && !member.isRevoked && (
              <Button
                variant="soft"
                size="compact"
                icon={RotateIcon}
                aria-busy={isBusy}
                onClick={() => run(trial.open)}
              >
                {trialText.again}
              </Button>
            )}
            {opened.value && (
              <Button variant="soft" size="compact" icon={LinkIcon} onClick={trial.openUsed}>
                {trialText.expired}
              </Button>
            )}
            {member.isRevoked ? (
              <Button variant="soft" size="compact" aria-busy={isBusy} onClick={() => change('ACTIVE')}>
                {trialText.restore}
              </Button>
            ) : (
              opened.value && (
                <Button
                  variant="danger"
                  size="compact"
                  icon={BanIcon}
                  aria-busy={isBusy}
                  onClick={() => change('BLOCKED')}
                >
                  {trialText.revoke}
                </Button>
              )
            )}
          </div>
          <Events trial={trial} />
        </>
      )}
    </section>
  )
}

interface PhoneProps {
  trial: Trial
  playUrl: string
  isRevoked: boolean
  isBusy: boolean
  onOpen: () => void
}

function Phone({ trial: { phone, opened, onEvent }, playUrl, isRevoked, isBusy, onOpen }: PhoneProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const origin = new URL(playUrl).origin
    const listen = (message: MessageEvent) => {
      if (message.origin !== origin || message.source !== frame.current?.contentWindow) return
      const event = readEvent(message.data)
      if (event) onEvent(event)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [playUrl])
  const isFramed = phone.value === 'loading' || phone.value === 'open'
  return (
    <div class="phone" data-state={phone.value}>
      <div class="phone__screen">
        {isFramed && opened.value && (
          <iframe
            class="phone__view"
            key={opened.value.turn}
            ref={frame}
            src={opened.value.url}
            title={trialText.frame}
            allow="autoplay; fullscreen; web-share; clipboard-write"
          />
        )}
        {phone.value === 'loading' && (
          <div class="phone__cover soft">
            <Spinner label={trialText.frame} />
            <p>{trialText.loading}</p>
          </div>
        )}
        {!isFramed && (
          <div class="phone__cover soft">
            <span class="disc">
              <PhoneIcon />
            </span>
            <p>{isRevoked ? trialText.blocked : phone.value === 'closed' ? trialText.closed : trialText.idle}</p>
            {!isRevoked && (
              <Button icon={PlayIcon} aria-busy={isBusy} onClick={onOpen}>
                {trialText.open}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

/** The latest event, above the phone, where the list is out of sight. */
function Latest({ trial: { events } }: { trial: Trial }) {
  const [last] = events.value
  return (
    <p class="trial__latest one-line note" aria-hidden="true">
      {last && (
        <>
          <code class="label">{last.type}</code> {last.todo}
        </>
      )}
    </p>
  )
}

function Events({ trial: { events, forgetEvents } }: { trial: Trial }) {
  const id = useId()
  const list = events.value
  return (
    <section class="heard" aria-labelledby={id}>
      <header class="heard__head line">
        <h3 class="heard__title plain-heading" id={id}>
          {trialText.eventsTitle}
        </h3>
        {list.length > 0 && (
          <Button variant="plain" size="compact" onClick={forgetEvents}>
            {trialText.clear}
          </Button>
        )}
      </header>
      <p class="note">{list.length > 0 ? trialText.eventsHelp : trialText.noEvents}</p>
      <ol class="stack gap-2 unless-empty" aria-live="polite">
        {list.map((event) => (
          <TrialEvent key={event.id} event={event} />
        ))}
      </ol>
    </section>
  )
}

function TrialEvent({ event: { at, type, detail, todo } }: { event: TrialMessage }) {
  return (
    <li class="heard__event card stack">
      <p class="heard__line row">
        <code class="label">{type}</code>
        <time class="detail tabular" dateTime={new Date(at).toISOString()}>
          {new Date(at).toLocaleTimeString('pt-BR')}
        </time>
      </p>
      {detail && <code class="breakable detail">{detail}</code>}
      <p class="heard__todo">{todo}</p>
    </li>
  )
}
