import type { ComponentChildren } from 'preact'
import './screen-header.css'

/** The head of a screen: its name, what it is for, and the one thing to do on it. */
export function ScreenHeader({
  title,
  help,
  action,
}: {
  title: string
  help?: ComponentChildren
  action?: ComponentChildren
}) {
  return (
    <header class="screen-header">
      <div class="screen-header__words">
        <h1 class="screen-header__title" tabIndex={-1}>
          {title}
        </h1>
        {help && <p class="screen-header__help">{help}</p>}
      </div>
      {action}
    </header>
  )
}
