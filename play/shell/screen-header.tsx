import type { ComponentChildren } from 'preact'
import { CloseButton } from '../bridge/close-button.tsx'
import './screen-header.css'

interface ScreenHeaderProps {
  title: string
  above?: ComponentChildren
  children?: ComponentChildren
}

/** The header of a browsing screen: its title, and the close button where the host can close. */
export function ScreenHeader({ title, above, children }: ScreenHeaderProps) {
  return (
    <header class="screen-header">
      {above}
      <h1 class="screen-header__title" tabIndex={-1}>
        {title}
      </h1>
      <div class="screen-header__close">
        <CloseButton />
      </div>
      {children}
    </header>
  )
}
