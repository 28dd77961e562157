import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import mark from '../icon.svg'
import { text } from '../text.ts'
import { learnServiceName, serviceName } from './service-name.ts'
import { Spines } from './spines.tsx'
import './entry-page.css'

/**
 * The page before the sign-in, with a single task. A new `step` moves the focus to the first field, or to the title of
 * a page without fields.
 */
export function EntryPage({
  title,
  help,
  step = title,
  isRead = false,
  children,
}: {
  title: string
  help?: ComponentChildren
  step?: string
  isRead?: boolean
  children?: ComponentChildren
}) {
  const main = useRef<HTMLElement>(null)
  useEffect(() => void learnServiceName(), [])
  useEffect(() => {
    document.title = `${title} · ${serviceName.value ?? text.shell.panel}`
  }, [title, serviceName.value])
  useEffect(() => {
    const fields = [...(main.current?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [])]
    const field = fields.find(({ value }) => value === '') ?? fields[0]
    const title = main.current?.querySelector('h1')
    const first = isRead ? title : (field ?? title)
    first?.focus()
  }, [step])
  return (
    <div class="entry">
      <aside class="entry__cloth" aria-hidden="true">
        <p class="entry__tagline">{text.entry.tagline}</p>
        <p class="entry__tagline-help">{text.entry.taglineHelp}</p>
        <Spines />
      </aside>
      <main class="entry__main" ref={main}>
        <div class="entry__content">
          <p class="entry__service">
            <img class="entry__mark" src={mark} alt="" width="44" height="44" />
            {serviceName.value}
          </p>
          <header class="entry__header">
            <h1 class="entry__title" tabIndex={-1}>
              {title}
            </h1>
            {help && <p class="entry__help">{help}</p>}
          </header>
          {children}
        </div>
      </main>
    </div>
  )
}
