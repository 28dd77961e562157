import type { getSilences, PublicationDetail } from '@estante/contract/play/publications.ts'
import type { Answer } from '@estante/contract/route.ts'
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { now } from '../activity/clock.ts'
import { beforeLeaving, pageHeartbeats } from '../activity/page-heartbeats.ts'
import { remember, remembered } from '../device-memory.ts'
import { endingOf } from '../ending/endings.ts'
import { openingProblemOf, openPublication } from '../open-publication.ts'
import { placeSyncOf } from '../places/page-places.ts'
import { joinExclusivePlayback } from '../playback/exclusive-playback.ts'
import { controlFromHostHere } from '../playback/host-media.ts'
import { listening, readPreferences, storeSpeed, unsentSpeed } from '../preferences/listening-choices.ts'
import { publicationPath } from '../publication/publication.ts'
import { navigate, screen } from '../router.ts'
import { onSessionOver } from '../session/api.ts'
import { getData } from '../session/resource.ts'
import { controlFromSystem } from './media-session.ts'
import { isSameSecond } from './place.ts'
import { playWhenReady } from './play-from.ts'
import { createPlayback, type Playback } from './playback.ts'
import { engineOf } from './sound/playback-methods.ts'
import { findSpeechPause } from './sound/speech-pause.ts'
import { createUpNext, type UpNext } from './up-next.ts'

const current = signal<Playback | undefined>()
const next = signal<UpNext | undefined>()

/** The single audiobook that is open on this page, on any screen. */
export const nowPlaying: ReadonlySignal<Playback | undefined> = current

/** The automatic start of the title after it. */
export const upNext: ReadonlySignal<UpNext | undefined> = next

let closeCurrent: (() => void) | undefined

/** Returns the open playback if it is of this title, and else replaces it. */
export function playbackOf(id: string, sound = new Audio()): Playback {
  const alive = untracked(() => current.value)
  if (alive?.id === id) return alive
  closeNowPlaying()
  const placeSync = placeSyncOf(id, isSameSecond)
  const playback = createPlayback(id, {
    sound,
    engine: engineOf(window, sound),
    heartbeats: pageHeartbeats(),
    placeSync,
    now,
    timers: window,
    open: openPublication,
    openElsewhere,
    problemOf: openingProblemOf,
    isOnline: () => navigator.onLine,
    rememberedSpeed: unsentSpeed,
    rememberSpeed: storeSpeed,
    listening,
    rememberedTimer: (publicationId) => remembered(`timer.${publicationId}`),
    rememberTimer: (publicationId, second) => remember(`timer.${publicationId}`, second),
    findSpeechPause,
    async readSilences(publicationId) {
      const path = `/play/v1/publications/${publicationId}/silences` as const
      return ((await getData(path)) as Answer<typeof getSilences>).silences
    },
  })
  const exclusive = joinExclusivePlayback(playback.pause)
  const following = createUpNext(playback, {
    now: () => performance.now(),
    timers: window,
    isWanted: () => listening.startsNext.peek(),
    readEnding: async (publicationId) => {
      const ending = endingOf(publicationId)
      await ending.load()
      return ending.data.peek()
    },
    start: (nextId, sleepMinutes) => startNext(id, nextId, sound, sleepMinutes),
  })
  const closing = new AbortController()
  const { signal: closed } = closing
  document.addEventListener('visibilitychange', () => !document.hidden && void placeSync.refresh(), { signal: closed })
  addEventListener('online', playback.onOnline, { signal: closed })
  const cleanups = [
    controlFromSystem(playback),
    controlFromHostHere(playback),
    effect(() => {
      if (playback.isPlaying.value) untracked(exclusive.begins)
    }),
    effect(() => {
      const hasEnded = playback.hasEnded.value
      untracked(() => void following.follow(hasEnded))
    }),
    following.cancel,
    exclusive.leave,
    playback.close,
    beforeLeaving(playback.beforeLeaving),
  ]
  closeCurrent = () => {
    closing.abort()
    for (const cleanUp of cleanups) cleanUp()
  }
  current.value = playback
  next.value = following
  void readPreferences()
  void playback.open()
  return playback
}

/** Plays the next title in the same media element: iOS allows no other to start without a gesture. */
function startNext(endedId: string, id: string, sound: HTMLAudioElement, sleepMinutes: number | undefined) {
  const currentScreen = screen.peek()
  const playback = playbackOf(id, sound)
  playWhenReady(playback)
  if (sleepMinutes !== undefined) playback.sleep.set({ minutes: sleepMinutes })
  if (currentScreen.name === 'player' && currentScreen.id === endedId) {
    navigate(publicationPath({ id, type: 'audiobook' }), { replace: true })
  }
}

/** Opens the screen of a title's form, unless the member has left the player meanwhile. */
function openElsewhere(publication: PublicationDetail) {
  closeNowPlaying()
  const currentScreen = screen.peek()
  if (currentScreen.name === 'player' && currentScreen.id === publication.id)
    navigate(publicationPath(publication), { replace: true })
}

/** Closes the current recording, and its mini player. */
export function closeNowPlaying() {
  closeCurrent?.()
  closeCurrent = undefined
  current.value = undefined
  next.value = undefined
}

onSessionOver(closeNowPlaying)
