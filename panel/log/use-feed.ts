import { pollWhileVisible } from '@estante/client/poll-while-visible.ts'
import { signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks'
import { createFeed, type Feed, type FeedPage, type FeedQuery } from './feed.ts'

const LIVE_EVERY_MS = 2_000

/** Whether both lists show new items as they arrive; reset when the page is reloaded. */
export const isLive = signal(true)

/** Why the list on screen shows no new items, if so: its last request failed, or its period has an end. */
export const notLiveReason = signal<'no-answer' | 'period-has-end'>()

/** Returns the feed of a `key`: reloaded when it changes, and polled while live. `list` is its element. */
export function useFeed<T extends { id: string }>(
  key: string,
  request: (query: FeedQuery) => Promise<FeedPage<T>>,
  list: RefObject<HTMLElement | null>,
  { isSnapshot = false, canBeLive = true } = {},
): Feed<T> {
  const feed = useMemo(() => createFeed(request, { isSnapshot }), [key])
  useEffect(() => void feed.load(), [feed])
  const isListening = isLive.value && canBeLive
  useEffect(() => {
    if (isListening) return pollWhileVisible(() => feed.listen(() => isReading(list.current)), LIVE_EVERY_MS)
  }, [feed, isListening])
  const reason = !canBeLive ? 'period-has-end' : feed.problem.value && 'no-answer'
  useLayoutEffect(() => {
    notLiveReason.value = reason
    return () => {
      notLiveReason.value = undefined
    }
  }, [reason])
  return feed
}

/** Whether items added above would move the text being read. */
function isReading(list: HTMLElement | null): boolean {
  if (!list) return false
  const isElsewhere = document.querySelector('dialog[open]') !== null
  return isElsewhere || list.matches(':hover, :focus-within') || list.getBoundingClientRect().top < 0
}
