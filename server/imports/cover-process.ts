import { readFile } from 'node:fs/promises'
import { json } from 'node:stream/consumers'
import { type CoverWords, prepareCover } from './cover.ts'

/* A process of its own that makes one cover (`draw-cover-apart.ts`): what it is to do comes as JSON, what it made goes as JSON. */

const { folder, picture, words } = (await json(process.stdin)) as {
  folder: string
  /** Path of the picture, if there is one. */
  picture?: string
  words: CoverWords
}
const cover = await prepareCover(folder, picture === undefined ? undefined : await readFile(picture), words)
process.stdout.write(JSON.stringify(cover))
