import type { ratePassword } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../admin-session/call.ts'

export const MIN_LENGTH = 12
const PAUSE_MS = 250

export type Rating = Answer<typeof ratePassword>

/** Loads the service's rating of a new password when typing pauses: the last one until then, and none of a short one. */
export function useRating(password: string, about: readonly string[]): Rating | undefined {
  const [rating, setRating] = useState<Rating>()
  const isLongEnough = countCharacters(password) >= MIN_LENGTH
  useEffect(() => {
    if (!isLongEnough) return setRating(undefined)
    let isStale = false
    const timer = setTimeout(async () => {
      const body = { password, about: about.filter(Boolean).slice(0, 4) }
      // Without an answer there is no meter; the service decides when the password is sent.
      const answer = await call<typeof ratePassword>('POST', '/panel/v1/password/rate', body).catch(() => undefined)
      if (!isStale && answer) setRating(answer)
    }, PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [password])
  return rating
}

/** Counts characters like the contract. */
export function countCharacters(text: string): number {
  return [...text].length
}
