/** Below a voice: hum, steps, the hand on the microphone. */
const RUMBLE_HZ = 80
/** The frequencies of consonants, which street noise covers first. */
const CLARITY = { hertz: 2800, decibels: 4, q: 0.8 }
/** Raises quiet words by about 11 dB, with the gain that the node adds by itself, and loud words hardly. */
const COMPRESSOR = { threshold: -32, knee: 20, ratio: 5, attack: 0.005, release: 0.2 }
/** Keeps the loudest moments of an amplified recording from being clipped. */
const LIMITER = { threshold: -6, knee: 0, ratio: 20, attack: 0.003, release: 0.1 }
/**
 * The limiter amplifies all it plays by 60 % of what it takes from the loudest sound, in decibels; with a knee, each
 * engine would compute that in its own way: https://www.w3.org/TR/webaudio/#computing-the-makeup-gain
 */
const LIMITER_GAIN = 10 ** ((-0.6 * LIMITER.threshold * (1 - 1 / LIMITER.ratio)) / 20)
/** Seconds in which a volume glides to the next. */
const GLIDE_SECONDS = 0.03
/** Checks until a start of the graph counts as failed: a busy device is slow. */
const CHECKS_UNTIL_RESTART = 5

interface Route {
  set(volume: { level: number; fade: number; isBoosted: boolean }): void
}

/** An element can be routed through a graph only once, and stays in it. */
const routes = new WeakMap<HTMLMediaElement, Route>()
let context: AudioContext | undefined
/** Consecutive checks that found the graph suspended. */
let suspendedChecks = 0

/**
 * Returns the route of an element that plays through a graph, where it is silent when the page may not read its sound.
 */
export function routeOf(sound: HTMLMediaElement): Route | undefined {
  return routes.get(sound)
}

/**
 * Routes an element through the graph. Undefined while the browser keeps the graph suspended, as before the first
 * gesture: the element would be silent.
 */
export async function routeSound(sound: HTMLMediaElement): Promise<Route | undefined> {
  // Below the baseline: Firefox chooses a short latency, at the cost of some battery.
  context ??= new AudioContext({ latencyHint: 'playback' })
  await context.resume()
  if (context.state !== 'running') return undefined
  const route = routes.get(sound) ?? createRoute(context, sound)
  routes.set(sound, route)
  return route
}

/**
 * Resumes the graph if the browser has suspended it, as Chromium does when the sound device fails. Call it every
 * second: after a start that failed, Chromium starts again only once it was asked to suspend.
 */
export function resumeRoute() {
  if (!context || context.state === 'running') {
    suspendedChecks = 0
    return
  }
  suspendedChecks++
  if (suspendedChecks % CHECKS_UNTIL_RESTART === 0) void context.suspend()
  context.resume().catch(() => undefined)
}

/** Stops the graph during a pause, when it would only use the battery. */
export function restRoute() {
  void context?.suspend()
}

function createRoute(context: AudioContext, sound: HTMLMediaElement): Route {
  const level = context.createGain()
  const rumble = new BiquadFilterNode(context, { type: 'highpass', frequency: RUMBLE_HZ })
  const clarity = new BiquadFilterNode(context, {
    type: 'peaking',
    frequency: CLARITY.hertz,
    gain: CLARITY.decibels,
    Q: CLARITY.q,
  })
  const limited = new GainNode(context, { gain: 1 / LIMITER_GAIN })
  const fade = context.createGain()
  context.createMediaElementSource(sound).connect(level)
  rumble.connect(clarity).connect(new DynamicsCompressorNode(context, COMPRESSOR)).connect(fade)
  limited.connect(new DynamicsCompressorNode(context, LIMITER)).connect(fade)
  fade.connect(context.destination)
  const glide = (gain: GainNode, value: number) => gain.gain.setTargetAtTime(value, context.currentTime, GLIDE_SECONDS)
  // A fade before the compressor would be compressed away.
  sound.volume = 1
  let connected: AudioNode | undefined
  return {
    set(volume) {
      const next = volume.isBoosted ? rumble : volume.level > 1 ? limited : fade
      if (next !== connected) {
        level.disconnect()
        level.connect(next)
        connected = next
      }
      glide(level, volume.level)
      glide(fade, volume.fade)
    },
  }
}
