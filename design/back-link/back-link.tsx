import type { ComponentChildren } from 'preact'
import { BackIcon } from '../icons/icons.tsx'
import './back-link.css'

/** Up to the list that this screen shows one thing of. */
export function BackLink({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <a class="back-link" href={href}>
      <BackIcon />
      {children}
    </a>
  )
}
