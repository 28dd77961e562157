import { RetryButton } from '@estante/client/retry-button.tsx'
import type { Locator } from '@estante/contract/locator.ts'
import type { FormerPlace } from '@estante/contract/play/places.ts'
import { HistoryIcon } from '@estante/design/icons/icons.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useResource } from '../session/resource.ts'
import { formatLeftAt } from './format-left-at.ts'
import { text } from './text.ts'
import './places-list.css'

interface PlacesListProps {
  id: string
  /** A place in two or three words: its chapter, its second. */
  describe: (locator: Locator) => { title: string; detail: string }
  onGo: (locator: Locator) => void
}

/** The places of a title that the member left last; selecting one goes back to it. */
export function PlacesList({ id, describe, onGo }: PlacesListProps) {
  const { data, problem, load } = useResource(`/play/v1/places/${id}`)
  const former = data.value?.former
  if (problem.value && !former) {
    return (
      <div class="places__none soft" role="alert">
        <p>{text.failed}</p>
        <RetryButton variant="soft" onRetry={load} />
      </div>
    )
  }
  if (!former) {
    return (
      <div class="places__none soft" role="status">
        <span class="visually-hidden">{text.loading}</span>
        <Skeleton width="100%" height="3rem" />
      </div>
    )
  }
  if (former.length === 0) return <p class="places__none soft">{text.none}</p>
  return (
    <ol class="sheet__rows">
      {former.map((place) => {
        const { title, detail } = describe(place.locator)
        return (
          <li key={place.leftAt + place.locator.href}>
            <button class="places__place sheet__row" type="button" onClick={() => onGo(place.locator)}>
              <span class="places__title one-line">{title}</span>
              <span class="places__detail note tabular">{detail}</span>
              <span class="places__left note">{deviceAndTime(place)}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function deviceAndTime({ leftAt, device }: FormerPlace) {
  const when = formatLeftAt(new Date(leftAt), new Date())
  return `${when} · ${text.devices[device]}`
}

export function PlacesLink({ onClick }: { onClick: () => void }) {
  return (
    <button class="places__link sheet__row line gap-3 bold" type="button" onClick={onClick}>
      <HistoryIcon />
      {text.link}
    </button>
  )
}
