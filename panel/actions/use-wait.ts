import { AnswerError } from '@estante/client/answer.ts'
import { useEffect, useState } from 'preact/hooks'

export type Wait = ReturnType<typeof useWait>

/** Counts down the seconds until a retry is allowed, to 0. */
export function useWait() {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    const count = () => {
      const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) setUntil(0)
    }
    count()
    const timer = setInterval(count, 500)
    return () => clearInterval(timer)
  }, [until])
  return {
    secondsLeft: left,
    isWaiting: left > 0,
    /** Starts the countdown, if the service asked to wait. */
    waitFor(reason: unknown): boolean {
      if (!(reason instanceof AnswerError) || reason.code !== 'TOO_MANY_ATTEMPTS') return false
      setUntil(Date.now() + (reason.retryAfterSeconds ?? 30) * 1000)
      return true
    },
  }
}
