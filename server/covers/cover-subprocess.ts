import { runInSubprocess } from '../subprocess.ts'
import type { CoverText, PreparedCover } from './draw-cover.ts'

/** Runs `prepareCover` in a subprocess. `picture` is the path of a file. */
export function drawCoverInSubprocess(
  folder: string,
  picture: string | undefined,
  text: CoverText,
): Promise<PreparedCover> {
  return runInSubprocess(new URL('./cover-process.ts', import.meta.url), { folder, picture, text })
}
