import type { Accessibility } from '@estante/contract/manifest.ts'
import { useId } from 'preact/hooks'
import { describeAccessibility, type Statement } from './accessibility.ts'
import { vocabulary } from './accessibility-vocabulary.ts'
import { text } from './text.ts'

/** What the publisher declares of the accessibility of an e-book, in the statements of W3C's display guide. */
export function AccessibilityPart({
  accessibility,
  layout,
  language,
}: {
  accessibility: Accessibility | null
  layout: 'reflowable' | 'fixed' | null
  /** Of the book, which its own words are in unless they say otherwise. */
  language: string
}) {
  const id = useId()
  return (
    <section class="title__part title__accessibility" aria-labelledby={id}>
      <h2 class="title__heading" id={id}>
        {text.accessibility}
      </h2>
      <p class="title__note">{text.accessibilitySource}</p>
      <div class="title__groups">
        {describeAccessibility(accessibility, layout).map((group) => (
          <div class="title__statements" key={group.title}>
            <h3 class="title__subheading">{vocabulary[group.title]}</h3>
            <ul>
              {group.statements.map((statement) => (
                <li key={statement.id}>
                  <Said statement={statement} isTitled={statement.id === group.title} language={language} />
                </li>
              ))}
            </ul>
            {group.details && (
              <details>
                <summary>{vocabulary['conformance-details-title']}</summary>
                <ul>
                  {group.details.map((sentence) => (
                    <li key={sentence[0]?.id}>
                      {sentence.map((statement) => (
                        <Said key={statement.id} statement={statement} language={language} />
                      ))}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

/** One statement; `isTitled` where the publisher's own words are all there is to say. */
function Said({
  statement: { id, value, href, language: own },
  isTitled = false,
  language,
}: {
  statement: Statement
  isTitled?: boolean
  language: string
}) {
  const words = value && (
    <span lang={isTitled ? (own ?? (language === 'und' ? undefined : language)) : undefined}>{value}</span>
  )
  if (isTitled) return <>{words}</>
  if (!value) return href ? <a href={href}>{vocabulary[id]}</a> : <>{vocabulary[id]} </>
  return (
    <>
      {vocabulary[id]} {href ? <a href={href}>{words}</a> : words}
    </>
  )
}
