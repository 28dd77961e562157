import type { Environment as EnvironmentName } from '@estante/contract/panel/credentials.ts'

/** Production and sandbox share the catalog; members, launches, activity and usage are separate. */
export const PRODUCTION = 0 as const
export const SANDBOX = 1 as const

/** An environment as it is stored; outside it has a name. */
export type Environment = typeof PRODUCTION | typeof SANDBOX

const NAMES = ['production', 'sandbox'] as const satisfies EnvironmentName[]

export function environmentOf(name: EnvironmentName): Environment {
  return name === 'production' ? PRODUCTION : SANDBOX
}

export function nameOfEnvironment(environment: Environment): EnvironmentName {
  return NAMES[environment]
}
