import type { Environment } from '@estante/contract/panel/credentials.ts'
import type { PublicScreen, Section } from '../router.ts'

/** The sections of the first steps. */
const OF_FIRST_STEPS: readonly Section[] = ['firstSteps', 'integrations', 'log']

/**
 * Chooses the environment of a navigation link: the current one, except from the first steps, which are in the sandbox,
 * so that an admin sees the sandbox's figures only after choosing it.
 */
export function environmentOfLink(
  section: Section,
  {
    from,
    currentEnvironment,
    chosen,
    isBeginning,
  }: {
    from: Section | PublicScreen | undefined
    currentEnvironment: Environment
    /** The environment last chosen by the switch, or that of any other screen. */
    chosen: Environment
    isBeginning: boolean
  },
): Environment {
  if (from !== 'firstSteps') return currentEnvironment
  const isOfSteps = section === 'firstSteps' || (isBeginning && OF_FIRST_STEPS.includes(section))
  return isOfSteps ? currentEnvironment : chosen
}
