import { isCode } from '@estante/client/answer.ts'

/**
 * Saves with the known version. After a conflict, loads the other change and saves once more, unless it is to the same
 * fields: then returns false, and nothing was saved.
 */
export async function saveOver({
  save,
  reload,
  hasConflicts,
}: {
  save: () => Promise<void>
  reload: () => Promise<void>
  hasConflicts: () => boolean
}): Promise<boolean> {
  try {
    await save()
  } catch (reason) {
    if (!isCode(reason, 'CHANGED_MEANWHILE')) throw reason
    await reload()
    if (hasConflicts()) return false
    await save()
  }
  return true
}
