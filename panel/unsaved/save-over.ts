import { isCode } from '@estante/client/answer.ts'

/**
 * Saves over what was known. When somebody changed it meanwhile, learns what they changed and saves once more, unless it
 * is what is being written here, too: then answers false, and nothing was saved.
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
