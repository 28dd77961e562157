import type { UsageMemberMonth } from '@estante/contract/panel/usage.ts'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useResource } from '../admin-session/use-resource.ts'
import { environment } from '../router.ts'
import { ResourceContent } from '../shell/resource-content.tsx'
import { formatDate, formatSeconds } from '../time/format-time.ts'
import { Figure } from './figure.tsx'
import { text } from './text.ts'
import { fetchDay } from './usage.ts'
import './figures-table.css'

/** All minutes counted on a day, and all chapters. */
export function DayMinutes({ known, day }: { known: UsageMemberMonth; day: string }) {
  const currentEnvironment = environment.value
  const { month, member, timeZone } = known
  const resource = useResource(`${currentEnvironment} ${member.id} ${day}`, () =>
    fetchDay(currentEnvironment, month.month, member.id, day),
  )
  const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone })
  const titleOf = (id: string) => known.titles?.find((title) => title.id === id)?.title ?? id
  return (
    <div class="day-minutes stack">
      <ResourceContent resource={resource} skeleton={<Skeleton width="100%" height="6rem" />}>
        {({ minutes, chapters }) => (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
            <section class="day-minutes__scroll" tabIndex={0} aria-label={`${text.minutes}: ${formatDate(day)}`}>
              <table class="day-minutes__grid figures-table">
                <thead>
                  <tr>
                    <th scope="col">{text.minuteColumns.at}</th>
                    <th scope="col">{text.minuteColumns.title}</th>
                    <th scope="col">{text.minuteColumns.counted}</th>
                  </tr>
                </thead>
                <tbody>
                  {minutes.map(({ at, publicationId, listeningMs, readingMs }) => (
                    <tr key={`${at} ${publicationId}`}>
                      <th scope="row">
                        <time dateTime={at}>{clock.format(Date.parse(at))}</time>
                      </th>
                      <td class="day-minutes__title">
                        <span class="clamped">{titleOf(publicationId)}</span>
                      </td>
                      <td>
                        {listeningMs > 0 ? (
                          <Figure value={formatSeconds(listeningMs)} exact={text.counted.listening} />
                        ) : (
                          <Figure value={formatSeconds(readingMs)} exact={text.counted.reading} />
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            {chapters.length > 0 && (
              <>
                <h3 class="plain-heading label">{text.chaptersRead}</h3>
                <ul class="day-minutes__chapters stack">
                  {chapters.map(({ at, publicationId, chapter }) => (
                    <li key={`${publicationId} ${chapter}`}>
                      <time dateTime={at}>{clock.format(Date.parse(at))}</time>{' '}
                      {text.chapterRead(chapter + 1, titleOf(publicationId))}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </ResourceContent>
    </div>
  )
}
