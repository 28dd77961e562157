import { join } from 'node:path'
import type { Row } from './measure/compare.ts'
import type { Pace } from './measure/rounds.ts'
import { copyHouse, type House, type HouseSize, seedHouse } from './seed.ts'

/** One row of the table, or a few that share their servers. */
export type Path = (run: Run) => Promise<Row[]>

/** What every path is given: how long it may take, how large its world is, and a folder that is removed after. */
export interface Run {
  folder: string
  isQuick: boolean
  pace: Pace
  /** A service with its data, which nobody else uses. */
  house(size: HouseSize): Promise<House>
  /** A name for a new file or folder. */
  newPath(name: string): string
}

const FULL: Pace = { rounds: 9, secondsARound: 3 }
const QUICK: Pace = { rounds: 2, secondsARound: 1 }

/** Data of the same size are made once, and copied. */
export function createRun(folder: string, isQuick: boolean): Run {
  const seeds = new Map<string, Promise<House>>()
  let paths = 0
  const newPath = (name: string) => join(folder, `${++paths}-${name}`)
  return {
    folder,
    isQuick,
    pace: isQuick ? QUICK : FULL,
    newPath,
    async house(size) {
      const key = JSON.stringify(size)
      const seed = seeds.get(key) ?? seedHouse({ dataDir: newPath('seed') }, size)
      seeds.set(key, seed)
      return copyHouse(await seed, newPath('data'))
    },
  }
}

/** Where cost is looked for that grows with the data. */
export const LARGE: HouseSize = { members: 1_000_000, titles: 20_000, pages: 100_000, hasUsage: true }
export const LARGE_QUICK: HouseSize = { members: 100_000, titles: 2_000, pages: 20_000, hasUsage: true }
