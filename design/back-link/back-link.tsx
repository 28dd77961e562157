import type { ComponentChildren } from 'preact'
import { BackIcon } from '../icons/icons.tsx'
import './back-link.css'

/** Link up to the list that the screen belongs to. */
export function BackLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a class="back-link" href={href}>
      <BackIcon />
      {children}
    </a>
  )
}
