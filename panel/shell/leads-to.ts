import type { Environment } from '@estante/contract/panel/credentials.ts'
import type { Entry, Section } from '../router.ts'

/** The sections with which the first steps are taken. */
const OF_FIRST_STEPS: readonly Section[] = ['firstSteps', 'integrations', 'log']

/**
 * The environment that a link of the navigation leads to. It goes along from screen to screen, but for the first steps,
 * which are of the sandbox by nature: nobody who leaves them for figures or members finds those of the sandbox without
 * having chosen it.
 */
export function leadsTo(
  section: Section,
  {
    from,
    currentEnvironment,
    chosen,
    isBeginning,
  }: {
    from: Section | Entry | undefined
    currentEnvironment: Environment
    /** The one last chosen on any other screen, or on the switch. */
    chosen: Environment
    isBeginning: boolean
  },
): Environment {
  if (from !== 'firstSteps') return currentEnvironment
  const isOfSteps = section === 'firstSteps' || (isBeginning && OF_FIRST_STEPS.includes(section))
  return isOfSteps ? currentEnvironment : chosen
}
