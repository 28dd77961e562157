import type { findOtherPlace } from '@estante/contract/play/other-form.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import type { Answer } from '@estante/contract/route.ts'
import { screenPath } from '@estante/contract/screens.ts'
import { showToast } from '@estante/design/toast/toast-queue.ts'
import { type ReadonlySignal, signal } from '@preact/signals'
import { navigate } from '../router.ts'
import { api } from '../session/api.ts'
import { leadTo } from './destination.ts'
import { text } from './text.ts'

/** Without an answer within this time, the other form opens where the member left it. */
const ANSWER_WITHIN_MS = 4000

/** A letter of an e-book, or a moment of an audiobook. */
type PlaceInForm = { href: string; letter: number } | { timeMs: number }

const isOpening = signal(false)

/** Whether the other form is being opened. */
export const isOpeningOtherForm: ReadonlySignal<boolean> = isOpening

/**
 * Opens the other form of a work at the corresponding place, or says that there is none and opens where the member left
 * the other form. Ignores calls while it does so, and opens nothing once the member has left the screen.
 */
export async function goToOtherForm({ id, otherForm }: PublicationDetail, here: PlaceInForm) {
  if (!otherForm || isOpening.peek()) return
  isOpening.value = true
  const address = location.href
  const query = new URLSearchParams(Object.entries(here).map(([name, value]) => [name, String(value)]))
  const place = await Promise.race([
    api.get(`/play/v1/publications/${id}/other-form?${query}`) as Promise<unknown>,
    new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS)),
  ]).catch(() => undefined)
  isOpening.value = false
  // The member has left meanwhile.
  if (location.href !== address) return
  if (place) leadTo(otherForm.id, { locator: (place as Answer<typeof findOtherPlace>).locator, plays: true })
  else showToast(text.otherFormUnplaced)
  navigate(screenPath({ name: otherForm.type === 'audiobook' ? 'player' : 'reader', id: otherForm.id }), {
    replace: true,
  })
}
