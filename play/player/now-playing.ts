import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { effect, type ReadonlySignal, signal, untracked } from '@preact/signals'
import { joinVoices } from '../activity/one-voice.ts'
import { beforeLeaving, pageOutbox } from '../activity/page-outbox.ts'
import { remember, remembered } from '../device-memory.ts'
import { openPublication, problemOf } from '../open-publication.ts'
import { placeKeeperOf } from '../places/page-places.ts'
import { publicationPath } from '../publication/publication.ts'
import { navigate, screen } from '../router.ts'
import { memberSession } from '../session/api.ts'
import { controlFromHostHere } from './host-media.ts'
import { keepSpeed, listening, readListening, unsentSpeed } from './listening-choices.ts'
import { controlFromSystem } from './media-session.ts'
import { isSameSecond } from './place.ts'
import { createPlayback, type Playback } from './playback.ts'
import { engineOf } from './sound-ways.ts'
import { findSpeechPause } from './speech-pause.ts'

const current = signal<Playback | undefined>()

/** The single audiobook that is open on this page, on any screen. */
export const nowPlaying: ReadonlySignal<Playback | undefined> = current

let closeCurrent: (() => void) | undefined

/** Returns the playback of a title: the open one, or a new one that replaces it. */
export function playbackOf(id: string): Playback {
  const alive = untracked(() => current.value)
  if (alive?.id === id) return alive
  closeNowPlaying()
  const place = placeKeeperOf(id, isSameSecond)
  const sound = new Audio()
  const playback = createPlayback(id, {
    sound,
    engine: engineOf(window, sound),
    outbox: pageOutbox(),
    place,
    now: () => performance.now(),
    timers: window,
    open: openPublication,
    openElsewhere,
    problemOf,
    isOnline: () => navigator.onLine,
    rememberedSpeed: unsentSpeed,
    rememberSpeed: keepSpeed,
    listening,
    rememberedTimer: (publicationId) => remembered(`timer.${publicationId}`),
    rememberTimer: (publicationId, second) => remember(`timer.${publicationId}`, second),
    findSpeechPause,
  })
  const voice = joinVoices(playback.pause)
  const stopSilencing = effect(() => {
    if (playback.isPlaying.value) untracked(voice.begins)
  })
  const stopReporting = beforeLeaving(playback.beforeLeaving)
  const releaseSystem = controlFromSystem(playback)
  const releaseHost = controlFromHostHere(playback)
  const onVisibility = () => !document.hidden && void place.look()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', playback.onOnline)
  closeCurrent = () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', playback.onOnline)
    releaseSystem()
    releaseHost()
    stopSilencing()
    voice.leave()
    playback.close()
    stopReporting()
  }
  current.value = playback
  void readListening()
  void playback.open()
  return playback
}

/** Shows the title's own screen, unless the member has left the player meanwhile. */
function openElsewhere(publication: PublicationDetail) {
  closeNowPlaying()
  const shown = screen.peek()
  if (shown.name === 'player' && shown.id === publication.id) navigate(publicationPath(publication), { replace: true })
}

/** Closes the current recording, and its mini player. */
export function closeNowPlaying() {
  closeCurrent?.()
  closeCurrent = undefined
  current.value = undefined
}

effect(() => {
  if (memberSession.isOver.value) untracked(closeNowPlaying)
})
