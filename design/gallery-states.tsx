import { isOnline } from '@estante/client/online.ts'
import { forgetResources } from '@estante/client/resource.ts'
import type { LaunchAnswer, Profile } from '@estante/contract/play/launch.ts'
import { signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { refusal } from '../play/annotations/page-annotations.ts'
import { applyAccent } from '../play/brand/accent.ts'
import { view } from '../play/bridge/bridge.ts'
import { filters } from '../play/notebook/filters.tsx'
import { EVERYTHING } from '../play/notebook/notebook.ts'
import { openedBook } from '../play/publication/opened-book.ts'
import { memberSession } from '../play/session/api.ts'
import { Button } from './button/button.tsx'
import { showToast } from './toast/toast-queue.ts'

/** Answers by a part of the address, the first that matches: a number is the status of an error, 0 none for want of a
 * connection, and without an answer a call stays open. */
export type Answers = Record<string, object | string | number | undefined>

/** A state of a component or a screen. */
export interface State {
  Drawn: () => ComponentChildren
  answers?: Answers
  /** Runs before the component is rendered: sets the state of modules that it reads. */
  begin?: () => void
  /** The labels of the buttons that lead to the state, in order. */
  press?: readonly string[]
}

/** A state that these answers and presses lead to. */
export function stateOf(Drawn: State['Drawn'], answers: Answers = {}, ...press: string[]): State {
  return { Drawn, answers, press }
}

/** Draws a sheet that is open until it is closed. */
export function openSheet(draw: (sheet: { open: boolean; onClose: () => void }) => ComponentChildren): State['Drawn'] {
  return function Opened() {
    const isOpen = useSignal(true)
    return <>{draw({ open: isOpen.value, onClose: () => (isOpen.value = false) })}</>
  }
}

/** Draws a dialog that is there until it is closed. */
export function openDialog(draw: (onClose: () => void) => ComponentChildren): State['Drawn'] {
  return openSheet(({ open, onClose }) => open && draw(onClose))
}

/** Creates a stand-in for `T`: these fields, and for every other name an action that only shows the name in a toast. */
export function withActions<T>(fields: Record<PropertyKey, unknown>): T {
  const actionOf = (name: PropertyKey) => async () => showToast(String(name))
  return new Proxy(fields, { get: (known, name) => (name in known ? known[name] : actionOf(name)) }) as T
}

/** A screen full, empty, on its way, failed and offline. */
export function statesOf(Drawn: State['Drawn'], path: string, full: object, empty: object): Record<string, State> {
  return {
    'Com tudo': stateOf(Drawn, { [path]: full }),
    Vazia: stateOf(Drawn, { [path]: empty }),
    'A caminho': stateOf(Drawn),
    'Que falhou': stateOf(Drawn, { [path]: 500 }),
    'Sem resposta': stateOf(Drawn, { [path]: 0 }),
  }
}

const always: Answers = {}
let current: Answers = {}
const visibleState = signal<State>()

signIn()

/** Signs in a member with these differences from the usual one. */
export function signIn(change: Partial<Profile> = {}) {
  memberSession.begin({
    tokens: { accessToken: 'access', refreshToken: 'refresh' },
    profile: {
      member: { id: 'mbr_1', name: 'Ana Beatriz Nogueira', email: null },
      partner: { name: 'Banco Ipê', brand: { accent: null, logo: null }, privacyContact: 'privacidade@ipe.example' },
      environment: 'sandbox',
      service: { name: 'Estante', activityRetentionMonths: 24, hasDictionary: true },
      ...change,
    },
  } as LaunchAnswer)
}

const { fetch } = window
window.fetch = async (input, init) => {
  const [, path] = String(input).split(/\/(?:play|panel)\/v1/)
  if (path === undefined) return fetch(input, init)
  const [, answer] = Object.entries({ ...always, ...current }).find(([part]) => path.includes(part)) ?? []
  if (answer === undefined) return new Promise(() => {})
  if (answer === 0) throw new TypeError('Failed to fetch')
  if (typeof answer === 'number') {
    return Response.json({ code: answer === 404 ? 'PUBLICATION_NOT_FOUND' : 'INTERNAL' }, { status: answer })
  }
  return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer))
}

/** Adds answers for components that are always shown. */
export function answerAlways(answers: Answers) {
  Object.assign(always, answers)
}

/**
 * Shows one state at a time, since all states of a screen share its data. `whole`: in a frame of the window's size, in
 * which fixed elements stay.
 */
export function partsOf(
  states: Record<string, Record<string, State>>,
  frame: 'wide' | 'whole' = 'wide',
): Record<string, () => ComponentChildren> {
  return Object.fromEntries(
    Object.entries(states).map(([part, ofPart]) => [
      part,
      () => (
        <>
          {Object.entries(ofPart).map(([name, state]) => (
            <Button
              key={name}
              variant="soft"
              size="compact"
              aria-pressed={visibleState.value === state}
              onClick={() => show(state)}
            >
              {name}
            </Button>
          ))}
          {Object.entries(ofPart).map(
            ([name, state]) => visibleState.value === state && <StateView key={name} state={state} frame={frame} />,
          )}
        </>
      ),
    ]),
  )
}

function show(state: State) {
  visibleState.value = undefined
  current = state.answers ?? {}
  forgetResources()
  signIn()
  isOnline.value = true
  view.closable = false
  filters.value = EVERYTHING
  refusal.value = undefined
  openedBook.value = undefined
  applyAccent(document.documentElement, undefined, false)
  state.begin?.()
  visibleState.value = state
}

function StateView({ state, frame }: { state: State; frame: 'wide' | 'whole' }) {
  const drawn = useRef<HTMLDivElement>(null)
  useEffect(() => {
    drawn.current!.scrollIntoView({ block: frame === 'whole' ? 'start' : 'center' })
    void press(drawn.current!, state.press ?? [])
  }, [])
  return (
    <div class={`gallery__${frame}`} ref={drawn}>
      <div class="gallery__inside">
        <state.Drawn />
      </div>
    </div>
  )
}

const MAX_TRIES = 60
const TRY_MS = 50

/** Presses buttons by their labels, each as soon as it is there. */
async function press(drawn: Element, labels: readonly string[]) {
  for (const label of labels) {
    for (let tries = 0; tries < MAX_TRIES && drawn.isConnected; tries++) {
      // The effects of the previous press run after its frame.
      await new Promise((resolve) => setTimeout(resolve, TRY_MS))
      const found = [...document.querySelectorAll('dialog[open]'), drawn]
        .flatMap((one) => [...one.querySelectorAll<HTMLElement>('button, summary, label')])
        .find((one) => (one.ariaLabel ?? one.textContent?.trim()) === label)
      found?.scrollIntoView({ block: 'center' })
      found?.click()
      if (found) break
    }
  }
}
