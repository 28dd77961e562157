import { IconButton } from '@estante/design/icon-button/icon-button.tsx'
import { HeartFilledIcon, HeartIcon } from '@estante/design/icons/icons.tsx'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { Tool } from '@estante/design/tool/tool.tsx'
import { forgetSaved, isSaved, setSaved } from '../publication/saved.ts'
import { api, onSessionOver } from '../session/api.ts'
import { text } from '../text.ts'

onSessionOver(forgetSaved)

interface Saveable {
  id: string
  saved: boolean
  otherForm: { id: string } | null
}

/** Saves a title to the library; with a label. */
export function SaveButton({ publication }: { publication: Saveable }) {
  const saved = isSaved(publication)
  return (
    <Tool icon={saved ? HeartFilledIcon : HeartIcon} aria-pressed={saved} onClick={() => toggleSaved(publication)}>
      {saved ? text.publication.saved : text.publication.save}
    </Tool>
  )
}

/** The same, as an icon in a bar. */
export function SaveIconButton({ publication }: { publication: Saveable }) {
  const saved = isSaved(publication)
  return (
    <IconButton
      label={text.publication.save}
      icon={saved ? HeartFilledIcon : HeartIcon}
      aria-pressed={saved}
      onClick={() => toggleSaved(publication)}
    />
  )
}

export function toggleSaved(publication: Saveable) {
  setSaved(publication, !isSaved(publication), (id, wanted) =>
    wanted ? api.put(`/play/v1/library/${id}`) : api.delete(`/play/v1/library/${id}`),
  ).catch(() => showToast(text.publication.saveFailed))
}
