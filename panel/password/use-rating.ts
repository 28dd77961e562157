import type { ratePassword } from '@estante/contract/panel/session.ts'
import type { Answer } from '@estante/contract/route.ts'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../admin-session/call.ts'

export const MIN_LENGTH = 12
const PAUSE_MS = 250

export type Rating = Answer<typeof ratePassword>

/** Loads the service's rating of a new password when typing pauses. Undefined until it is known. */
export function useRating(password: string, about: readonly string[]): Rating | undefined {
  const [rated, setRated] = useState<{ password: string; rating: Rating }>()
  const isLongEnough = countCharacters(password) >= MIN_LENGTH
  useEffect(() => {
    if (!isLongEnough) return
    let isStale = false
    const timer = setTimeout(async () => {
      const body = { password, about: about.filter(Boolean).slice(0, 4) }
      // Without an answer there is no meter; the service decides when the password is sent.
      const rating = await call<typeof ratePassword>('POST', '/panel/v1/password/rate', body).catch(() => undefined)
      if (!isStale && rating) setRated({ password, rating })
    }, PAUSE_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [password])
  return isLongEnough ? rated?.rating : undefined
}

/** Counts characters like the contract. */
export function countCharacters(text: string): number {
  return [...text].length
}
