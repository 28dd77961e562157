import { batch } from '@preact/signals'
import { createListening } from '../activity/listening.ts'
import { createLongWait } from '../playback/long-wait.ts'
import type { PlaybackDependencies } from './playback-dependencies.ts'
import { createRecording } from './recording.ts'

/** `timeupdate` fires four times a second: a timer covers the end of a sleep timer. */
const LAST_SECONDS = 0.5

/**
 * Connects the media element, from which the sound of a title comes, with the playhead, which keeps the place, and
 * reports both.
 */
export function createTrackedSound(id: string, dependencies: PlaybackDependencies) {
  const { sound, placeSync } = dependencies
  const { setInterval, clearInterval, setTimeout, clearTimeout } = dependencies.timers
  const listening = createListening(dependencies.heartbeats, dependencies.now, id, placeSync)
  const recording = createRecording(id, dependencies, { onLoaded, onSilence: fallSilent })
  const { playhead, transport, rewind, sleep, loading, speed } = recording
  const { time, chapters, chapterIndex, duration } = playhead.timeline
  const { isPlaying, isFinished, problem } = transport
  const longWait = createLongWait(isPlaying, dependencies.now)

  sound.preload = 'metadata'
  // Below the baseline: iOS before 17.2 preserves the pitch by itself.
  sound.preservesPitch = true
  const listeners = new AbortController()
  const on = (type: keyof HTMLMediaElementEventMap, listener: () => void) =>
    sound.addEventListener(type, listener, { signal: listeners.signal })
  on('loadedmetadata', putInPlace)
  on('seeked', putInPlace)
  on('playing', onPlaying)
  on('timeupdate', sample)
  on('waiting', transport.wait)
  on('progress', loading.progressed)
  on('pause', onPause)
  on('ended', onEnded)
  on('error', loading.recover)
  let ending: ReturnType<typeof setTimeout> | undefined
  const ticking = setInterval(() => {
    sample()
    loading.watch()
    recording.watchVolume()
    longWait.check()
  }, 1000)

  function onLoaded(isFresh: boolean) {
    if (isFresh) {
      playhead.reset()
      listening.jumped()
    } else {
      putInPlace()
    }
    if (isPlaying.value) transport.start()
    if (placeSync.isUnsent()) listening.report()
  }

  /** Moves the element to the place, once it can seek. */
  function putInPlace() {
    if (playhead.isSettled()) {
      listening.jumped()
      return sample()
    }
    const state = playhead.settle()
    // Silence is better than the wrong place.
    if (state === 'stuck') return loading.recover()
    if (state === 'seeking') return
    recording.applySpeed()
    if (!sound.paused && sound.readyState >= sound.HAVE_FUTURE_DATA) onPlaying()
  }

  function fallSilent() {
    placeSync.remember()
    listening.stopped(heard())
  }

  function heard() {
    return { time: playhead.heard(), rate: speed.value }
  }

  function onPlaying() {
    // The event may arrive after the pause that followed it.
    if (!playhead.isSettled() || sound.paused) return
    // The system resumed what it had paused, or another device's button was pressed.
    if (!isPlaying.value) {
      rewind.forget()
      transport.request()
    }
    loading.succeeded()
    batch(() => {
      transport.arrived()
      isFinished.value = false
      problem.value = undefined
    })
    listening.started(heard())
  }

  function sample() {
    if (!playhead.isSettled() || sound.seeking) return
    const sounding = heard()
    const advanced = sound.paused ? 0 : sounding.time - time.value
    if (advanced <= 0) return listening.sample(sounding)
    const chapterBefore = chapterIndex.value
    batch(() => {
      playhead.reach(sounding.time)
      transport.arrived()
    })
    placeSync.moved(playhead.locator())
    loading.progressed()
    longWait.restart()
    listening.started(sounding)
    listening.sample(sounding)
    if (chapterIndex.value !== chapterBefore) listening.report()
    skipSilence()
    const chapterEnd = chapters.value[chapterBefore]?.end ?? duration.value
    // In one batch, or the volume would return before the pause.
    batch(() => {
      if (sleep.count(advanced, chapterEnd)) pause()
    })
    clearTimeout(ending)
    const left = sleep.remaining.value ?? Number.POSITIVE_INFINITY
    if (left <= LAST_SECONDS) ending = setTimeout(sample, left * 1000)
    sleep.lookForPause(loading.recording())
  }

  /** Jumps over a silence, which counts as no listening. A sleep timer still ends with the chapter it was set for. */
  function skipSilence() {
    const next = recording.silenceEnd()
    if (next !== undefined && next < duration.value - 1) jump(next)
  }

  function onPause() {
    if (sound.ended) return
    fallSilent()
    // The system paused it (a call, a headset): the page does not resume it.
    if (playhead.isSettled() && !loading.isOpening() && sound.error === null) {
      rewind.paused()
      transport.rest()
    }
  }

  function onEnded() {
    batch(() => {
      playhead.reach(duration.value)
      transport.rest()
      isFinished.value = true
      sleep.end()
    })
    rewind.forget()
    placeSync.moved(playhead.locator())
    placeSync.remember()
    listening.stopped({ time: Math.min(sound.currentTime, duration.value), rate: speed.value })
  }

  /** Moves the sound there. Returns whether it is in another chapter. */
  function jump(seconds: number): boolean {
    const before = chapterIndex.value
    if (playhead.isSettled()) {
      listening.sample(heard())
      listening.jumped()
    }
    playhead.moveTo(seconds)
    loading.progressed()
    longWait.restart()
    if (chapterIndex.value === before) return false
    if (isPlaying.value) listening.report()
    return true
  }

  function put(seconds: number) {
    if (jump(seconds)) sleep.chapterChanged()
    else sleep.recount()
  }

  function pause() {
    if (!isPlaying.value && sound.paused) return
    sample()
    rewind.paused()
    transport.rest()
    fallSilent()
    sound.pause()
  }

  return {
    ...recording,
    listening,
    sample,
    put,
    pause,
    isWaitingLong: longWait.isLong,
    /** Loads the sound anew, for a member who has waited long for it. */
    startOver() {
      longWait.restart()
      loading.startOver()
    },
    setSpeed(wanted: number) {
      sample()
      recording.setSpeed(wanted)
      sleep.recount()
    },
    close() {
      fallSilent()
      transport.rest()
      listeners.abort()
      clearInterval(ticking)
      clearTimeout(ending)
      recording.close()
    },
  }
}
