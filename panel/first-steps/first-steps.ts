import type { Resource } from '@estante/client/resource.ts'
import type { Environment } from '@estante/contract/panel/credentials.ts'
import type { FirstSteps, fillSandbox, getFirstSteps, Step } from '@estante/contract/panel/first-steps.ts'
import { call } from '../admin-session/call.ts'
import { createResourceByEnvironment, useFresh } from '../admin-session/use-resource.ts'

const LOOK_EVERY_MS = 3_000

/** The progress of the integration in each environment, from the service. */
export const firstSteps = createResourceByEnvironment((environment) =>
  call<typeof getFirstSteps>('GET', `/panel/v1/first-steps?environment=${environment}`),
)

type CheckName = 'credential' | Step | 'second-factor' | 'frame-origins'

/** A step, and when it was reached: null when only that is known. */
export interface Check {
  name: CheckName
  isDone: boolean
  at: string | null
  isOptional: boolean
}

/** Lists the steps of an environment, in order. */
export function checksOf(environment: Environment, known: FirstSteps): Check[] {
  const { credential, steps, team, hasFrameOrigins } = known
  const check = (name: CheckName, isDone: boolean, at: string | null = null): Check => ({
    name,
    isDone,
    at,
    isOptional: name === 'frame-origins',
  })
  const reached = steps.map(({ step, at }) => check(step, at !== null, at))
  const hasCredential = check('credential', credential !== null, credential?.createdAt ?? null)
  if (environment === 'sandbox') return [hasCredential, ...reached]
  return [
    hasCredential,
    ...reached.filter(({ name }) => name !== 'revoke-tested'),
    check('second-factor', team.owners > 0 && team.ownersWithoutSecondFactor === 0),
    check('frame-origins', hasFrameOrigins),
  ]
}

export function isComplete(checks: readonly Check[]): boolean {
  return checks.every(({ isDone, isOptional }) => isDone || isOptional)
}

/** Polls the progress while the screen is open and steps are left. */
export function useFirstSteps(environment: Environment): Resource<FirstSteps> {
  const resource = firstSteps[environment]
  const known = resource.data.value
  const isWaiting = known === undefined || !isComplete(checksOf(environment, known))
  return useFresh(resource, isWaiting ? LOOK_EVERY_MS : undefined)
}

export async function fillWithExamples(): Promise<boolean> {
  const { isNew } = await call<typeof fillSandbox>('POST', '/panel/v1/sandbox/examples')
  await firstSteps.sandbox.load()
  return isNew
}
