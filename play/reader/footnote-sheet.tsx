import { useEffect } from 'preact/hooks'
import { openExternal } from '../bridge/bridge.ts'
import { langOf } from '../publication/publication.ts'
import { Sheet } from '../shell/sheet.tsx'
import type { NoteParagraph } from './footnote.ts'
import type { Reader } from './reader.ts'
import { text } from './text.ts'
import './footnote-sheet.css'

/** A footnote of the book, shown over the page. */
export function FootnoteSheet({ reader }: { reader: Reader }) {
  const note = reader.note.value
  const { look } = reader
  const lang = langOf(reader.publication.value)
  useEffect(() => {
    if (note) void look.addTypeface(document)
  }, [note])
  return (
    <Sheet open={note !== undefined} title={text.note} onClose={() => (reader.note.value = undefined)}>
      {/* Focused, so that a screen reader reads it and keys scroll it. Below the baseline: iOS before 16.4 focuses “Fechar”. */}
      <div class="footnote" dir="auto" lang={lang} tabIndex={-1} autofocus>
        {note?.map((paragraph, index) => (
          <p key={index} dir="auto" style={look.noteStyle(paragraph.runs.map((run) => run.text).join(''))}>
            {paragraph.runs.map(drawRun)}
          </p>
        ))}
      </div>
    </Sheet>
  )
}

function drawRun({ text, emphasis, strong, href }: NoteParagraph['runs'][number], index: number) {
  if (href) {
    return (
      <button key={index} class="footnote__link" type="button" onClick={() => openExternal(href)}>
        {text}
      </button>
    )
  }
  if (strong) return <strong key={index}>{text}</strong>
  return emphasis ? <em key={index}>{text}</em> : text
}
