import type { CoverWords, PreparedCover } from './cover.ts'
import { drawApart } from './draw-apart.ts'

/** `prepareCover` in a process of its own (`draw-apart.ts`). `picture` is the path of a file. */
export function drawCoverApart(folder: string, picture: string | undefined, words: CoverWords): Promise<PreparedCover> {
  return drawApart(new URL('./cover-process.ts', import.meta.url), { folder, picture, words })
}
