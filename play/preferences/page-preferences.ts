import { AnswerError } from '@estante/client/answer.ts'
import { jsonBody } from '@estante/client/json-body.ts'
import type { changePreferences } from '@estante/contract/play/preferences.ts'
import type { Answer } from '@estante/contract/route.ts'
import { remember, remembered } from '../device-memory.ts'
import { api, onSessionOver } from '../session/api.ts'
import { createPreferences, type MemberPreferences } from './preferences.ts'

const UNSENT = 'unsent.preferences'
const ADDRESS = '/play/v1/preferences'

let page: MemberPreferences | undefined

/** Returns the signed-in member's preferences on this page, shared by the reader and the player. */
export function pagePreferences(): MemberPreferences {
  page ??= createPreferences({
    read: () => api.get(ADDRESS),
    async write(change) {
      const response = await api.fetchInTime(ADDRESS, {
        method: 'PUT',
        ...jsonBody(change),
        // Below the baseline: Firefox before 133 may lose a change sent while the page closes; the device stores it
        // until the next visit.
        keepalive: true,
      })
      if (!response.ok) throw await AnswerError.from(response)
      return (await response.json()) as Answer<typeof changePreferences>
    },
    unsent: () => remembered(UNSENT),
    storeUnsent: (changes) => remember(UNSENT, changes),
    later: (run, delayMs) => void setTimeout(run, delayMs),
  })
  return page
}

addEventListener('online', () => page?.flush())
// The page may be about to close.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) page?.flush()
})
onSessionOver(() => {
  page = undefined
})
