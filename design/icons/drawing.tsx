import type { ComponentChildren } from 'preact'
import './icons.css'

/** Icon on a 24-pixel grid, in the colour and size of the surrounding text. Never the only label. */
export type Icon = () => ReturnType<typeof Drawing>

function Drawing({ children, filled = false }: { children: ComponentChildren; filled?: boolean }) {
  return (
    <svg class={filled ? 'icon icon--filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

export function outlined(...paths: string[]): Icon {
  return () => (
    <Drawing>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </Drawing>
  )
}

export function filled(...paths: string[]): Icon {
  return () => (
    <Drawing filled>
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </Drawing>
  )
}
