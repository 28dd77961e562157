import type { Me } from '@estante/contract/panel/admins.ts'
import { ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { ShieldIcon } from '@estante/design/icons/icons.tsx'
import { environment, type Section, sectionPath } from '../router.ts'
import { text as panelText } from '../text.ts'
import { isOfOperator, sectionsOf } from './sections.ts'

const text = panelText.notYours

/** Shown instead of a screen that is for other roles. */
export function NotYours({ me, section }: { me: Me; section: Section }) {
  const [home = 'account'] = sectionsOf(me)
  return (
    <EmptyState
      icon={ShieldIcon}
      level={1}
      title={text.title(panelText.shell[section])}
      action={<ButtonLink href={sectionPath(home, environment.value)}>{text.goTo(panelText.shell[home])}</ButtonLink>}
    >
      {formatOwner(me, section)}
    </EmptyState>
  )
}

function formatOwner({ partner, admin }: Me, section: Section): string {
  if (!partner) return text.ofPartners
  if (isOfOperator(section)) return text.ofOperator
  return text.ofOthers(panelText.roles[admin.role])
}
