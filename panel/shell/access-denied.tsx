import type { Me } from '@estante/contract/panel/admins.ts'
import { ShieldIcon } from '@estante/design/icons/icons.tsx'
import { type Section, sectionPath } from '../router.ts'
import { text as panelText } from '../text.ts'
import { MissingState } from './missing-state.tsx'
import { isOfOperator, sectionsOf } from './sections.ts'

const text = panelText.accessDenied

/** Shown instead of a screen that is for other roles. */
export function AccessDenied({ me, section }: { me: Me; section: Section }) {
  const [home = 'account'] = sectionsOf(me)
  return (
    <MissingState
      icon={ShieldIcon}
      title={text.title(panelText.shell[section])}
      help={formatOwner(me, section)}
      href={sectionPath(home)}
      link={text.goTo(panelText.shell[home])}
    />
  )
}

function formatOwner({ partner, admin }: Me, section: Section): string {
  if (!partner) return text.ofPartners
  if (isOfOperator(section)) return text.ofOperator
  return text.ofOthers(panelText.roles[admin.role])
}
