import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Row } from './measure/compare.ts'
import type { Profiles } from './measure/profile.ts'
import type { Pace } from './measure/rounds.ts'
import { copyHouse, type House, type HouseSize, seedHouse } from './seed.ts'

/** One row of the table, or a few that share their servers. */
export type Path = (run: Run) => Promise<Row[]>

/** What every path is given: how long it may take, how large its world is, and a folder of its own. */
export interface Run {
  pace: Pace
  sizes: {
    /** How much data there are, but where cost is looked for that grows with them: there they are `large`. */
    usual: HouseSize
    large: HouseSize
    launches: number
    views: number
    listeners: { pages: number; seconds: number }
  }
  /** A service with its data, which nobody else uses. Data of the same size are made once, and copied. */
  house(size: HouseSize): Promise<House>
  /** A name for a new file or folder. */
  newPath(name: string): string
  /** Where Estante writes down where its time went and its memory is; undefined when nobody asks. */
  profiles?: Profiles
  /** Removes what a path left behind. */
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

/** The same with servers whose time is not profiled: that would be in their memory, and in the shares of the others. */
export function untimed({ profiles, ...run }: Run): Run {
  return { ...run, ...(profiles && { profiles: { ...profiles, areTimed: false } }) }
}

/** Everything is under one folder, which whoever asks for a run removes. */
export function createRun(folder: string, { isQuick, isProfiled }: { isQuick: boolean; isProfiled: boolean }): Run {
  const seeds = new Map<string, Promise<House>>()
  const [seedFolder, pathFolder] = [join(folder, 'seeds'), join(folder, 'path')]
  let names = 0
  const newPath = (name: string) => join(pathFolder, `${++names}-${name}`)
  return {
    ...(isQuick ? QUICK : FULL),
    newPath,
    ...(isProfiled && { profiles: { folder: join(pathFolder, 'profiles'), areTimed: true } }),
    async house(size) {
      const key = JSON.stringify(size)
      const seed = seeds.get(key) ?? seedHouse({ dataDir: join(seedFolder, String(seeds.size)) }, size)
      seeds.set(key, seed)
      return copyHouse(await seed, newPath('data'))
    },
    async tidy() {
      await rm(pathFolder, { recursive: true, force: true })
      await mkdir(pathFolder, { recursive: true })
    },
  }
}
