import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row } from './measure/compare.ts'
import type { Profiles } from './measure/profile.ts'
import type { Pace } from './measure/rounds.ts'
import { copyInstance, type Instance, type InstanceSize, seedInstance } from './seed.ts'

/** Measures one row of the table, or several that share their servers. */
export type Path = (run: Run) => Promise<Row[]>

/** Settings and resources of a path: pace, sizes and its own folder. */
export interface Run {
  pace: Pace
  sizes: {
    /** Amount of data; `large` is for paths that measure how costs grow with it. */
    usual: InstanceSize
    large: InstanceSize
    launches: number
    views: number
    listeners: { pages: number; seconds: number }
  }
  /** Seeds an instance for the caller alone. Data of the same size are seeded once, and copied. */
  instance(size: InstanceSize): Promise<Instance>
  /** Returns a path for a new file or folder. */
  newPath(name: string): string
  /** Where Estante writes its profiles. Undefined without `--profile`. */
  profiles?: Profiles
  /** Removes the files of a path. */
  tidy(): Promise<void>
}

const FULL = {
  pace: { warmUps: 3, rounds: 9, secondsARound: 3 },
  sizes: {
    usual: { members: 100_000, titles: 1_000, pages: 45_000 },
    large: { members: 1_000_000, titles: 20_000, pages: 100_000, hasUsage: true },
    launches: 1_000_000,
    views: 10_000,
    listeners: { pages: 20_000, seconds: 600 },
  },
}
const QUICK = {
  pace: { warmUps: 1, rounds: 2, secondsARound: 0.5 },
  sizes: {
    usual: { members: 20_000, titles: 1_000, pages: 15_000 },
    large: { members: 100_000, titles: 2_000, pages: 20_000, hasUsage: true },
    launches: 20_000,
    views: 1_000,
    listeners: { pages: 3_000, seconds: 30 },
  },
}

/** Returns the run without CPU profiling, which would distort memory and the shares of other paths. */
export function untimed({ profiles, ...run }: Run): Run {
  return { ...run, ...(profiles && { profiles: { ...profiles, areTimed: false } }) }
}

/** Creates a run whose files are all in `folder`, which the caller removes. */
export function createRun(folder: string, { isQuick, isProfiled }: { isQuick: boolean; isProfiled: boolean }): Run {
  const seeds = new Map<string, Promise<Instance>>()
  const [seedFolder, pathFolder] = [join(folder, 'seeds'), join(folder, 'path')]
  let names = 0
  const newPath = (name: string) => join(pathFolder, `${++names}-${name}`)
  return {
    ...(isQuick ? QUICK : FULL),
    newPath,
    ...(isProfiled && { profiles: { folder: join(pathFolder, 'profiles'), areTimed: true } }),
    async instance(size) {
      const key = JSON.stringify(size)
      const seed = seeds.get(key) ?? seedInstance({ dataDir: join(seedFolder, String(seeds.size)) }, size)
      seeds.set(key, seed)
      return copyInstance(await seed, newPath('data'))
    },
    async tidy() {
      await rm(pathFolder, { recursive: true, force: true })
      await mkdir(pathFolder, { recursive: true })
    },
  }
}
