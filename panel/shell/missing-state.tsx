import { ButtonLink } from '@estante/design/button/button.tsx'
import { EmptyState } from '@estante/design/empty-state/empty-state.tsx'
import { type Icon, SearchIcon } from '@estante/design/icons/icons.tsx'

interface MissingStateProps {
  icon?: Icon
  title: string
  help: string
  href: string
  link: string
}

/** Shown instead of a screen whose subject does not exist or is not for the admin, with a link to another screen. */
export function MissingState({ icon = SearchIcon, title, help, href, link }: MissingStateProps) {
  return (
    <EmptyState icon={icon} title={title} level={1} action={<ButtonLink href={href}>{link}</ButtonLink>}>
      {help}
    </EmptyState>
  )
}
