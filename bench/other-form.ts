import { medianOf, overlayErrors } from '../server/test/overlay-errors.ts'

/*
 * Measures where "Ouvir daqui" and "Ler daqui" lead, compared with the narration of e-books that have one:
 *
 *   node bench/other-form.ts BOOK.epub…
 */

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

for (const book of process.argv.slice(2)) {
  const { toSound, toBook } = await overlayErrors(book)
  const [sound, text] = [toSound, toBook].map((errors) => percent(medianOf(errors)))
  console.log(`${book}: ${toSound.length} phrases; median error to the sound ${sound}, to the text ${text}`)
}
