import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import type { Icon } from '../icons/icons.tsx'
import './tool.css'

type Look = { icon: Icon; children: ComponentChildren }

/** Button among equals: a drawing over its name. Set `aria-pressed` for a toggle. */
export function Tool({ icon: Drawn, children, ...rest }: Look & ButtonHTMLAttributes) {
  return (
    <button type="button" {...rest} class="tool">
      <Drawn />
      {children}
    </button>
  )
}

/** Link with the look of a tool. */
export function ToolLink({ icon: Drawn, children, href }: Look & { href: string }) {
  return (
    <a class="tool" href={href}>
      <Drawn />
      {children}
    </a>
  )
}
