import { CheckIcon, ChecklistIcon, HeartFilledIcon, HeartIcon, InfoIcon } from '@estante/design/icons/icons.tsx'
import { QueueIcon } from '@estante/design/icons/title-icons.tsx'
import { ListRow, RowIcon } from '@estante/design/list-row/list-row.tsx'
import { useEffect, useState } from 'preact/hooks'
import { finishActOf } from '../library/finish.tsx'
import { toggleSaved } from '../library/save-button.tsx'
import { ListsOfTitle } from '../lists/lists-of-title.tsx'
import { text as listsText } from '../lists/text.ts'
import { openedBook } from '../publication/opened-book.ts'
import { langOf, titlePath } from '../publication/publication.ts'
import { isSaved } from '../publication/saved.ts'
import { isQueued, queue, toggleQueued } from '../queue/page-queue.ts'
import { text as queueText } from '../queue/text.ts'
import { navigate } from '../router.ts'
import { Sheet } from '../shell/sheet.tsx'
import { text } from '../text.ts'

/** Sheet with the actions on a card's title. */
export function BookSheet() {
  const { publication, isOpen = false } = openedBook.value ?? {}
  const [isOnLists, setOnLists] = useState(false)
  useEffect(() => {
    setOnLists(false)
    if (isOpen) void queue.load()
  }, [isOpen])
  const close = () => {
    if (publication) openedBook.value = { publication, isOpen: false }
  }
  if (!publication) return null
  const saved = isSaved(publication)
  const isIn = isQueued(publication)
  const finish = finishActOf(publication)
  return (
    <Sheet
      open={isOpen}
      title={isOnLists ? listsText.lists : publication.title}
      titleLang={isOnLists ? undefined : langOf(publication)}
      onClose={close}
    >
      {isOnLists ? (
        <ListsOfTitle publication={publication} />
      ) : (
        <>
          <ListRow
            leading={<RowIcon icon={QueueIcon} />}
            title={isIn ? queueText.take : queueText.add}
            onPress={() => {
              toggleQueued(publication)
              close()
            }}
          />
          <ListRow
            leading={<RowIcon icon={saved ? HeartFilledIcon : HeartIcon} />}
            title={saved ? text.publication.unsave : text.publication.save}
            onPress={() => {
              toggleSaved(publication)
              close()
            }}
          />
          {finish && (
            <ListRow
              leading={<RowIcon icon={CheckIcon} />}
              title={finish.label}
              onPress={() => {
                void finish.run()
                close()
              }}
            />
          )}
          <ListRow leading={<RowIcon icon={ChecklistIcon} />} title={listsText.put} onPress={() => setOnLists(true)} />
          <ListRow
            leading={<RowIcon icon={InfoIcon} />}
            title={text.publication.detailsOfIt}
            onPress={() => {
              openedBook.value = { publication, isOpen: false }
              navigate(titlePath(publication))
            }}
          />
        </>
      )}
    </Sheet>
  )
}
