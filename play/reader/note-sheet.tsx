import { openExternal } from '../bridge/bridge.ts'
import { Sheet } from '../shell/sheet.tsx'
import type { NoteParagraph } from './footnote.ts'
import type { Reader } from './reader.ts'
import { text } from './text.ts'
import './note-sheet.css'

/** A note of the book, read without leaving the page. */
export function NoteSheet({ reader }: { reader: Reader }) {
  const note = reader.note.value
  return (
    <Sheet
      open={note !== undefined}
      title={text.note}
      closeLabel={text.close}
      onClose={() => {
        reader.note.value = undefined
      }}
    >
      <div class="note">
        {note?.map((paragraph, index) => (
          <p key={index}>{paragraph.pieces.map(drawPiece)}</p>
        ))}
      </div>
    </Sheet>
  )
}

function drawPiece({ text: words, emphasis, strong, href }: NoteParagraph['pieces'][number], index: number) {
  if (href) {
    return (
      <button key={index} class="note__link" type="button" onClick={() => openExternal(href)}>
        {words}
      </button>
    )
  }
  if (strong) return <strong key={index}>{words}</strong>
  return emphasis ? <em key={index}>{words}</em> : words
}
