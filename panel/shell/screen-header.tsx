import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { usePageSubject } from './page-title.ts'
import './screen-header.css'

/** Longer titles are set smaller: a name may have 500 characters. */
const MAX_LARGE_CHARACTERS = 120

interface ScreenHeaderProps {
  title: string
  /** The title, if it is not the screen's name. */
  subject?: string | undefined
  /** Whether the title is an identifier, which the serif would blur: its 0 looks like an o. */
  isIdentifier?: boolean
  help?: ComponentChildren
  action?: ComponentChildren
}

/** The header of a screen: title, description and main action. */
export function ScreenHeader({ title, subject = title, isIdentifier = false, help, action }: ScreenHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  usePageSubject(subject)
  // Takes the focus from the placeholder that had it while the code was loading.
  useLayoutEffect(() => {
    if (document.activeElement === heading.current?.closest('main')) heading.current?.focus()
  }, [])
  return (
    <header class="screen-header row">
      <div class="screen-header__text stack">
        <h1
          class="screen-header__title"
          data-long={title.length > MAX_LARGE_CHARACTERS ? '' : undefined}
          data-identifier={isIdentifier ? '' : undefined}
          ref={heading}
          tabIndex={-1}
        >
          {title}
        </h1>
        {help && <p class="screen-header__help soft">{help}</p>}
      </div>
      {action}
    </header>
  )
}
