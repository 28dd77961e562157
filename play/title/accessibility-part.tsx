import type { Accessibility } from '@estante/contract/manifest.ts'
import { describeAccessibility, type Statement } from './accessibility.ts'
import { vocabulary } from './accessibility-vocabulary.ts'
import { text } from './text.ts'
import { TitlePart } from './title-part.tsx'

interface AccessibilityPartProps {
  accessibility: Accessibility | null
  layout: 'reflowable' | 'fixed' | null
  /** BCP 47 language of the book, and of the publisher's texts that declare none. */
  language: string
  /** Whether the work is also an audiobook, of which nothing is declared. */
  hasAudiobook: boolean
}

/** Shows the publisher's accessibility metadata of the e-book, in the statements of W3C's display guide. */
export function AccessibilityPart({ accessibility, layout, language, hasAudiobook }: AccessibilityPartProps) {
  return (
    <TitlePart heading={text.accessibility}>
      <p class="note">{hasAudiobook ? text.accessibilityOfBook : text.accessibilitySource}</p>
      <div class="title__groups">
        {describeAccessibility(accessibility, layout).map((group) => (
          <div class="title__statements" key={group.title}>
            <h3 class="title__subheading plain-heading">{vocabulary[group.title]}</h3>
            <ul>
              {group.statements.map((statement) => (
                <li key={statement.id}>
                  <StatementText statement={statement} isTitled={statement.id === group.title} language={language} />
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
                        <StatementText key={statement.id} statement={statement} language={language} />
                      ))}
                    </li>
                  ))}
                </ul>
              </details>
            )}
          </div>
        ))}
      </div>
    </TitlePart>
  )
}

/** Renders one statement. `isTitled`: shows only the publisher's text, since the heading already is the statement. */
function StatementText({
  statement: { id, value, href, language: own },
  isTitled = false,
  language,
}: {
  statement: Statement
  isTitled?: boolean
  language: string
}) {
  const content = value && (
    <span lang={isTitled ? (own ?? (language === 'und' ? undefined : language)) : undefined}>{value}</span>
  )
  if (isTitled) return <>{content}</>
  if (!value) return href ? <a href={href}>{vocabulary[id]}</a> : <>{vocabulary[id]} </>
  return (
    <>
      {vocabulary[id]} {href ? <a href={href}>{content}</a> : content}
    </>
  )
}
