import type { BridgeCommand, BridgeMedia } from '@estante/contract/bridge.ts'
import { effect, type ReadonlySignal } from '@preact/signals'
import { sendToHost } from '../bridge/bridge.ts'

/** A recording that a host can show and control. */
export interface HostPlayback {
  publication: ReadonlySignal<{ title: string; author: string; cover: { url: string } } | undefined>
  chapter: ReadonlySignal<{ title?: string | undefined } | undefined>
  isPlaying: ReadonlySignal<boolean>
  isWaiting: ReadonlySignal<boolean>
  /** Seconds from the start of the book. */
  time: ReadonlySignal<number>
  duration: ReadonlySignal<number>
  speed: ReadonlySignal<number>
  play(): void
  pause(): void
  forward(): void
  back(): void
  nextChapter(): void
  previousChapter(): void
  seek(position: number): void
}

/** The recording that played last: the host shows it, and its commands address it. */
let active: HostPlayback | undefined
/** Send a recording to the host again; return false if it was never sent. */
const sendAgain = new Set<() => boolean>()

/** A difference from the position that the host extrapolates, above which it is sent. */
const TOLERATED_SECONDS = 1.5

export interface HostMediaDependencies {
  page: Pick<Window, 'parent' | 'addEventListener'>
  baseUrl: string
  /** Monotonic milliseconds. */
  now(): number
  send: typeof sendToHost
}

/**
 * Lets the host show and control playback where the browser has no Media Session (Android's WebView). Sends changes and
 * jumps, not the passing of time. Returns a function that detaches.
 */
export function controlFromHost(playback: HostPlayback, dependencies: HostMediaDependencies): () => void {
  let sent: { media: BridgeMedia; at: number } | undefined

  const stopSending = effect(() => {
    const publication = playback.publication.value
    // A recording that was never played shows no controls.
    if (!publication || (!sent && !playback.isPlaying.value)) return
    const media: BridgeMedia = {
      title: publication.title,
      author: publication.author,
      chapter: playback.chapter.value?.title ?? '',
      artwork: new URL(publication.cover.url, dependencies.baseUrl).href,
      playing: playback.isPlaying.value,
      position: playback.time.value,
      duration: playback.duration.value,
      rate: playback.isWaiting.value ? 0 : playback.speed.value,
    }
    if (media.playing) active = playback
    if (sent && isKnown(sent, media, dependencies.now())) return
    sent = { media, at: dependencies.now() }
    dependencies.send({ type: 'service:media', media })
  })

  const listening = new AbortController()
  dependencies.page.addEventListener(
    'message',
    ({ source, data }) => {
      if (source !== dependencies.page && source !== dependencies.page.parent) return
      const command = readCommand(data)
      if (command && (active ?? playback) === playback) obey(playback, command)
    },
    { signal: listening.signal },
  )

  function again() {
    if (sent) dependencies.send({ type: 'service:media', media: sent.media })
    return sent !== undefined
  }
  sendAgain.add(again)

  return () => {
    stopSending()
    listening.abort()
    sendAgain.delete(again)
    // The host shows another one.
    if (active && active !== playback) return
    active = undefined
    if (sent && ![...sendAgain].some((send) => send())) dependencies.send({ type: 'service:media', media: null })
  }
}

function isKnown({ media: sent, at }: { media: BridgeMedia; at: number }, media: BridgeMedia, now: number): boolean {
  const expected = sent.playing ? sent.position + ((now - at) / 1000) * sent.rate : sent.position
  const isSame = (Object.keys(media) as (keyof BridgeMedia)[]).every(
    (field) => field === 'position' || media[field] === sent[field],
  )
  return isSame && Math.abs(media.position - expected) <= TOLERATED_SECONDS
}

/** Parses a message; undefined for a foreign one. */
function readCommand(data: unknown): BridgeCommand | undefined {
  try {
    const command = (typeof data === 'string' ? JSON.parse(data) : data) as BridgeCommand | null
    return command?.type === 'host:media' ? command : undefined
  } catch {
    return undefined
  }
}

function obey(playback: HostPlayback, command: BridgeCommand) {
  switch (command.action) {
    case 'play':
      return playback.play()
    case 'pause':
      return playback.pause()
    case 'forward':
      return playback.forward()
    case 'back':
      return playback.back()
    case 'next':
      return playback.nextChapter()
    case 'previous':
      return playback.previousChapter()
    case 'seek':
      if (Number.isFinite(command.position)) playback.seek(command.position)
  }
}

/** Attaches it on this page. Media is sent only where the browser has no controls; commands are always obeyed. */
export function controlFromHostHere(playback: HostPlayback): () => void {
  return controlFromHost(playback, {
    page: window,
    baseUrl: document.baseURI,
    now: () => performance.now(),
    send: 'mediaSession' in navigator ? () => {} : sendToHost,
  })
}
