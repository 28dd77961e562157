import type { Me } from '@estante/contract/panel/admins.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { ShieldIcon } from '@estante/design/icons/icons.tsx'
import { environment, type Place, placePath } from '../router.ts'
import { text } from '../text.ts'
import { isOfOperator, sectionsOf } from './sections.ts'

const words = text.notYours

/** Says of a screen that is there, and is for others, whose it is. */
export function NotYours({ me, place }: { me: Me; place: Place }) {
  const [home = 'account'] = sectionsOf(me)
  return (
    <EmptyState
      icon={ShieldIcon}
      level={1}
      title={words.title(text.shell[place])}
      action={<ButtonLink href={placePath(home, environment.value)}>{words.goTo(text.shell[home])}</ButtonLink>}
    >
      {sayWhose(me, place)}
    </EmptyState>
  )
}

function sayWhose({ partner, admin }: Me, place: Place): string {
  if (!partner) return words.ofPartners
  if (isOfOperator(place)) return words.ofOperator
  return words.ofOthers(text.roles[admin.role])
}
