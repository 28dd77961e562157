export const SAMPLE_RATE = 44_100

/** A few plucked notes as MIDI numbers, one for each beat; `null` is a rest. */
export interface Motif {
  notes: (number | null)[]
  /** Length of a beat in seconds. */
  beat: number
}

/**
 * Renders the motif as 16-bit mono samples, with room for the last note to fade. The opening plays it whole, later
 * chapters only its second half.
 */
export function playMotif({ notes, beat }: Motif, whole: boolean): Buffer {
  const played = whole ? notes : notes.slice(-Math.ceil(notes.length / 2))
  const mix = new Float32Array(Math.round((played.length * beat + 2.2) * SAMPLE_RATE))
  for (const [n, note] of played.entries()) {
    if (note !== null) pluck(mix, Math.round(n * beat * SAMPLE_RATE), 440 * 2 ** ((note - 69) / 12))
  }
  const fade = SAMPLE_RATE / 2
  const samples = Buffer.alloc(mix.length * 2)
  for (const [n, value] of mix.entries()) {
    const ending = Math.min(1, (mix.length - n) / fade)
    samples.writeInt16LE(Math.round(Math.tanh(value * ending) * 0.5 * 32_767), n * 2)
  }
  return samples
}

/** Karplus–Strong synthesis: a burst of noise in a delay line, low-pass filtered at every pass. */
function pluck(mix: Float32Array, start: number, frequency: number): void {
  const line = Float32Array.from({ length: Math.round(SAMPLE_RATE / frequency) }, noise(Math.round(frequency)))
  for (let pass = 0; pass < 3; pass++) {
    for (let n = 0; n < line.length; n++) line[n] = (line[n]! + line[(n + 1) % line.length]!) / 2
  }
  for (let n = 0; start + n < mix.length; n++) {
    const here = n % line.length
    const value = line[here]!
    mix[start + n]! += value * 0.9
    line[here] = ((value + line[(here + 1) % line.length]!) / 2) * 0.9975
  }
}

/** Creates deterministic noise, for reproducible audio. */
function noise(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}
