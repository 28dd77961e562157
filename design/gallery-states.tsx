import { forgetResources } from '@estante/client/resource.ts'
import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { memberSession } from '../play/session/api.ts'
import { Button } from './button/button.tsx'

/** Answers by the beginning of the address: a number is the status of an error, and without one a call stays open. */
export type Answers = Record<string, object | string | number>

/** A screen, and the service's answers for it. */
export interface State {
  Drawn: () => ComponentChildren
  answers: Answers
}

const always: Answers = {}
let current: Answers = {}
const shown = signal<State>()

memberSession.begin({
  tokens: { accessToken: '', refreshToken: '' },
  profile: {
    member: { id: 'mbr_1', name: 'Ana Beatriz Nogueira', email: null },
    partner: { name: 'Banco Ipê', brand: { accent: null, logo: null }, privacyContact: 'privacidade@ipe.example' },
    environment: 'sandbox',
    service: { name: 'Estante', keepActivityMonths: 24, hasDictionary: true },
  },
} as LaunchAnswer)
const { fetch } = window
window.fetch = async (input, init) => {
  const [, path] = String(input).split('/play/v1')
  if (path === undefined) return fetch(input, init)
  const [, answer] = Object.entries({ ...always, ...current }).find(([begin]) => path.startsWith(begin)) ?? []
  if (answer === undefined) return new Promise(() => {})
  if (typeof answer === 'number') {
    return Response.json({ code: answer === 404 ? 'PUBLICATION_NOT_FOUND' : 'INTERNAL' }, { status: answer })
  }
  return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer))
}

/** Adds answers for components that are always shown. */
export function answerAlways(answers: Answers) {
  Object.assign(always, answers)
}

export function answerNow(answers: Answers) {
  current = answers
}

/** One state at a time, since all states of a screen share its data. */
export function partsOf(states: Record<string, Record<string, State>>): Record<string, () => ComponentChildren> {
  return Object.fromEntries(
    Object.entries(states).map(([part, ofPart]) => [
      part,
      () => (
        <>
          {Object.entries(ofPart).map(([name, { answers }]) => (
            <Button
              key={name}
              variant="soft"
              size="compact"
              aria-pressed={shown.value === ofPart[name]}
              onClick={() => {
                shown.value = undefined
                answerNow(answers)
                forgetResources()
                shown.value = ofPart[name]
              }}
            >
              {name}
            </Button>
          ))}
          {Object.entries(ofPart).map(
            ([name, state]) =>
              shown.value === state && (
                <div key={name} class="gallery__wide">
                  <state.Drawn />
                </div>
              ),
          )}
        </>
      ),
    ]),
  )
}
