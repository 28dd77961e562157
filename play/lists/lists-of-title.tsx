import { ProblemState } from '@estante/client/problem-state.tsx'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { Checkbox } from '@estante/design/field/checkbox.tsx'
import { useEffect, useState } from 'preact/hooks'
import { Loading } from '../publication/book-skeleton.tsx'
import { NameForm } from './name-form.tsx'
import { createList, isInList, lists, toggleInList } from './page-lists.ts'
import { text } from './text.ts'
import './lists-of-title.css'

/** Content of the sheet that adds a title to the member's lists, or to a new one. */
export function ListsOfTitle({ publication }: { publication: PublicationCard }) {
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => void lists.load(), [])
  const items = lists.data.value?.items
  const problem = lists.problem.value
  return (
    <div class="lists-of-title">
      <p class="visually-hidden" role="status">
        {announcement}
      </p>
      {!items && (problem ? <ProblemState problem={problem} onRetry={lists.load} /> : <Loading />)}
      {items && items.length > 0 && (
        <fieldset class="lists-of-title__lists stack">
          <legend class="visually-hidden">{text.which(publication.title)}</legend>
          {items.map((list) => (
            <Checkbox
              key={list.id}
              label={list.name}
              isChecked={isInList(list, publication)}
              onChange={(isIn) => {
                setAnnouncement((isIn ? text.added : text.titleRemoved)(list.name))
                void toggleInList(list, publication)
              }}
            />
          ))}
        </fieldset>
      )}
      {items && (
        <NameForm
          label={text.make}
          act={text.makeAndPut}
          isWholeSheet={items.length === 0}
          onName={(name) => {
            setAnnouncement(text.added(name))
            void createList(name, publication)
          }}
        />
      )}
    </div>
  )
}
