import type { Sound } from './movie.ts'

/** Repeats the samples up to the duration of a book, for tests and benchmarks. */
export function repeatSound(sound: Sound, seconds: number): Sound {
  const { samples, timeScale, heard } = sound
  const length = samples.times.reduce((sum, { samples, length }) => sum + samples * length, 0)
  const count = Math.max(1, Math.ceil((seconds * timeScale - heard) / length) + 1)
  const sizes = new Uint32Array(samples.sizes.length * count)
  for (let nth = 0; nth < count; nth++) sizes.set(samples.sizes, nth * samples.sizes.length)
  const repeat = <T>(list: T[]) => Array.from({ length: count }, () => list).flat()
  return {
    ...sound,
    samples: { sizes, times: repeat(samples.times), chunks: repeat(samples.chunks) },
    heard: heard + (count - 1) * length,
  }
}
