import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { usePageSubject } from './page-title.ts'
import './screen-header.css'

/** The head of a screen: its name, what it is for, and the one thing to do on it. */
export function ScreenHeader({
  title,
  subject = title,
  isIdentifier = false,
  help,
  action,
}: {
  title: string
  /** What the screen is about, where its name does not say it. */
  subject?: string | undefined
  /** Whether the title is an identifier: in the face of books its 0 reads as an o. */
  isIdentifier?: boolean
  help?: ComponentChildren
  action?: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageSubject(subject)
  // Whoever came here waited with the focus on the place of the screen, while its code was on its way.
  useLayoutEffect(() => {
    if (document.activeElement === heading.current?.closest('main')) heading.current?.focus()
  }, [])
  return (
    <header class="screen-header">
      <div class="screen-header__words">
        <h1 class="screen-header__title" data-identifier={isIdentifier ? '' : undefined} ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {help && <p class="screen-header__help">{help}</p>}
      </div>
      {action}
    </header>
  )
}
