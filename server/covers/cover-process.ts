import { readFile } from 'node:fs/promises'
import { json } from 'node:stream/consumers'
import { type CoverText, prepareCover } from './draw-cover.ts'

/* The subprocess that draws one cover (`cover-subprocess.ts`): its task and its result are JSON. */

const { folder, picture, text } = (await json(process.stdin)) as {
  folder: string
  /** Path of the picture, if there is one. */
  picture?: string
  text: CoverText
}
const cover = await prepareCover(folder, picture === undefined ? undefined : await readFile(picture), text)
process.stdout.write(JSON.stringify(cover))
