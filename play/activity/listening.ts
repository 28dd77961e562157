import type { HeartbeatQueue } from './heartbeat-queue.ts'
import { HEARTBEAT_MS, type Lease, openLease, type PlaceSource } from './lease.ts'

/** The state of the sound at an instant. */
interface Sound {
  /** Seconds from the start of the resource. */
  time: number
  /** 1 is the narrator's own speed. */
  rate: number
}

export type Listening = ReturnType<typeof createListening>

/**
 * Counts a member's listening to a publication. Call `sample` often (with every `timeupdate`, and before the speed
 * changes): only the advance of the sound between two samples counts, so that neither a stall, a sleeping device nor a
 * jump adds anything.
 */
export function createListening(
  heartbeats: HeartbeatQueue,
  now: () => number,
  publicationId: string,
  placeSource: PlaceSource,
) {
  let lease: Lease | undefined
  let previous: (Sound & { at: number }) | undefined
  let activeMs = 0
  let contentMs = 0
  let activeAt = 0

  /** The sound plays: opens a lease unless one is open. */
  function started(sound: Sound) {
    if (lease) return measure(sound)
    activeMs = 0
    contentMs = 0
    activeAt = now()
    previous = { ...sound, at: activeAt }
    lease = openLease(heartbeats, publicationId, { contentMs: 0, ...placeSource.toReport() }, activeAt)
  }

  function sample(sound: Sound) {
    if (!lease) return
    measure(sound)
    if (activeAt - lease.beatAt >= HEARTBEAT_MS) report()
  }

  function measure(sound: Sound) {
    const at = now()
    if (previous) {
      const elapsedMs = at - previous.at
      const advancedMs = (sound.time - previous.time) * 1000
      if (elapsedMs > 0 && advancedMs > 0) {
        const heardMs = Math.min(advancedMs, elapsedMs * previous.rate)
        contentMs += heardMs
        activeMs += heardMs / previous.rate
        activeAt = at
      }
    }
    previous = { ...sound, at }
  }

  /** The place is about to jump: measures from the new one. */
  function jumped() {
    previous = undefined
  }

  /** Reports the place at once; in silence, with a lease that claims no time. */
  function report() {
    if (lease) lease.beat({ activeMs, contentMs, ...placeSource.toReport() }, activeAt)
    else if (placeSource.isUnsent())
      openLease(heartbeats, publicationId, { contentMs: 0, ...placeSource.toReport() }, now())
  }

  /** Paused, ended or failed: reports the rest and closes the lease. */
  function stopped(sound: Sound) {
    if (!lease) return
    measure(sound)
    report()
    lease = undefined
  }

  return { started, sample, jumped, report, stopped }
}
