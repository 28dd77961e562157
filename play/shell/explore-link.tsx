import { screenPath } from '@estante/contract/screens.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { text } from '../text.ts'

/** Leads on from a list that is empty, and from a title that is gone. */
export function ExploreLink() {
  return <ButtonLink href={screenPath({ name: 'explore' })}>{text.problem.explore}</ButtonLink>
}
