import type { Pages } from '@estante/client/pages.ts'
import type { PanelPublication } from '@estante/contract/panel/publications.ts'
import { Button } from '@estante/design/button/button.tsx'
import type { Column } from '@estante/design/table/table.tsx'
import { type Signal, useComputed } from '@preact/signals'
import { useState } from 'preact/hooks'
import { type DraftChange, hasRest, loadRest } from './drafts.ts'
import { text } from './text.ts'
import '@estante/design/field/checkbox.css'

/** The ids of the chosen titles, and perhaps of others that were in the list before. */
export type ChosenIds = Signal<ReadonlySet<string>>

interface DraftsBarProps {
  pages: Pages<PanelPublication>
  items: readonly PanelPublication[]
  /** Whether the list has only drafts that await review. */
  hasOnlyReviews: boolean
  chosen: ChosenIds
  onChange: (state: DraftChange, drafts: PanelPublication[]) => void
}

/** The actions on the chosen drafts of a list. */
export function DraftsBar({ pages, items, hasOnlyReviews, chosen, onChange }: DraftsBarProps) {
  const [isChoosing, setChoosing] = useState(false)
  const drafts = items.filter(({ id, state }) => state === 'draft' && chosen.value.has(id))
  const isOffered = ({ review }: PanelPublication) => hasOnlyReviews || review.length === 0
  const isMoreOffered = hasRest(pages) || items.some((draft) => isOffered(draft) && !chosen.value.has(draft.id))

  async function chooseAll() {
    setChoosing(true)
    await loadRest(pages)
    const offered = pages.data.value?.items.filter(isOffered) ?? []
    chosen.value = new Set([...chosen.value, ...offered.map(({ id }) => id)])
    setChoosing(false)
  }

  return (
    <section class="drafts-bar row" aria-label={text.drafts.label} data-chosen={drafts.length > 0 ? '' : undefined}>
      <p class="drafts-bar__count" role="status">
        {drafts.length > 0 ? text.drafts.chosen(drafts.length) : text.drafts.none}
      </p>
      {drafts.length > 0 && (
        <>
          <Button size="compact" onClick={() => onChange('published', drafts)}>
            {text.drafts.published.action}
          </Button>
          <Button variant="danger" size="compact" onClick={() => onChange('withdrawn', drafts)}>
            {text.drafts.withdrawn.action}
          </Button>
          <Button variant="plain" size="compact" onClick={() => (chosen.value = new Set())}>
            {text.drafts.clear}
          </Button>
        </>
      )}
      {isMoreOffered && (
        <Button variant="soft" size="compact" aria-busy={isChoosing} onClick={() => void chooseAll()}>
          {hasOnlyReviews ? text.drafts.chooseAll : text.drafts.chooseReady}
        </Button>
      )}
    </section>
  )
}

/** Adds a box before each cell of a column, by which the row is chosen. */
export function withChoiceBox(column: Column<PanelPublication>, chosen: ChosenIds): Column<PanelPublication> {
  return {
    ...column,
    cell: (publication) => (
      <div class="line">
        <ChoiceBox publication={publication} chosen={chosen} />
        {column.cell(publication)}
      </div>
    ),
  }
}

function ChoiceBox({ publication: { id, title }, chosen }: { publication: PanelPublication; chosen: ChosenIds }) {
  // Of up to a thousand boxes, a choice renders its own only.
  const isChosen = useComputed(() => chosen.value.has(id))
  return (
    <label class="catalog-choice__target centered">
      <input
        class="checkbox__box"
        type="checkbox"
        aria-label={text.drafts.choose(title)}
        checked={isChosen}
        onChange={({ currentTarget }) => {
          const ids = new Set(chosen.value)
          if (currentTarget.checked) ids.add(id)
          else ids.delete(id)
          chosen.value = ids
        }}
      />
    </label>
  )
}
