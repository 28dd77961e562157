import type { SimulatedTime } from './simulated-time.ts'

const STEP_MS = 250

/** A media element as far as playback uses one: plays in simulated time, and needs a connection to load. */
export class SimulatedSound extends EventTarget {
  readonly HAVE_FUTURE_DATA = 3
  preload = ''
  preservesPitch = true
  volume = 1
  playbackRate = 1
  defaultPlaybackRate = 1
  paused = true
  ended = false
  seeking = false
  readyState = 0
  error: object | null = null
  #src = ''
  #time = 0
  #loads = 0
  readonly #durationSeconds: number
  readonly #simulated: SimulatedTime
  readonly #isOnline: () => boolean
  readonly #ticking: ReturnType<typeof setInterval>

  constructor(durationSeconds: number, time: SimulatedTime, isOnline: () => boolean) {
    super()
    this.#durationSeconds = durationSeconds
    this.#simulated = time
    this.#isOnline = isOnline
    this.#ticking = time.timers.setInterval(() => this.#sound(), STEP_MS)
  }

  get src() {
    return this.#src
  }

  set src(address: string) {
    this.#src = address
  }

  get currentTime() {
    return this.#time
  }

  set currentTime(seconds: number) {
    this.#time = Math.min(Math.max(0, seconds), this.#durationSeconds)
    this.ended = false
    this.#later('seeked')
  }

  load() {
    this.#time = 0
    this.readyState = 0
    this.error = null
    this.ended = false
    this.paused = true
    const load = ++this.#loads
    if (!this.#src) return
    this.#simulated.timers.setTimeout(() => {
      if (load !== this.#loads) return
      if (this.#isOnline()) {
        this.readyState = this.HAVE_FUTURE_DATA
        this.#tell('loadedmetadata')
        if (!this.paused) this.#tell('playing')
      } else {
        this.error = {}
        this.#tell('error')
      }
    }, 10)
  }

  async play() {
    this.paused = false
    if (this.readyState > 0) this.#later('playing')
  }

  pause() {
    if (this.paused) return
    this.paused = true
    this.#later('pause')
  }

  /** Stops it, as when its page is gone. */
  dispose() {
    this.#simulated.timers.clearInterval(this.#ticking)
  }

  removeAttribute() {
    this.#src = ''
  }

  #sound() {
    if (this.paused || this.readyState === 0) return
    this.#time = Math.min(this.#durationSeconds, this.#time + (STEP_MS / 1000) * this.playbackRate)
    this.#tell('timeupdate')
    if (this.#time < this.#durationSeconds) return
    this.ended = true
    this.paused = true
    this.#tell('ended')
  }

  #tell(type: string) {
    this.dispatchEvent(new Event(type))
  }

  #later(type: string) {
    this.#simulated.timers.setTimeout(() => this.#tell(type), 1)
  }
}
