import { AnswerError } from '@estante/client/answer.ts'
import { jsonBody } from '@estante/client/json-body.ts'
import type { ImportOutcome } from '@estante/contract/play/annotations.ts'
import { Button } from '@estante/design/button/button.tsx'
import { UploadIcon } from '@estante/design/icons/icons.tsx'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { quote } from '../portuguese.ts'
import { api } from '../session/api.ts'
import { Sheet } from '../shell/sheet.tsx'
import {
  type AnnotationSet,
  type ImportReport,
  parseSets,
  reportOf,
  requestsOf,
  SeveralTitlesError,
} from './import-file.ts'
import { text } from './text.ts'

const LISTED = 20

type Props = { id: string | undefined; open: boolean; onImported: () => Promise<void>; onClose: () => void }

/** Imports annotations from a file into a title, or into the titles that it names, and reports the result. */
export function ImportSheet({ open, onClose, ...props }: Props) {
  return (
    <Sheet open={open} title={text.importTitle} onClose={onClose}>
      <Import {...props} />
    </Sheet>
  )
}

function Import({ id, onImported }: Pick<Props, 'id' | 'onImported'>) {
  const input = useRef<HTMLInputElement>(null)
  const isBusy = useSignal(false)
  const trouble = useSignal<string | undefined>(undefined)
  const outcome = useSignal<ImportReport | undefined>(undefined)

  async function take(file: File) {
    isBusy.value = true
    trouble.value = outcome.value = undefined
    try {
      const sets = parseSets(await file.text())
      outcome.value = await (id === undefined ? importIntoTitles(sets) : importIntoTitle(id, sets))
    } catch (problem) {
      const isRefused = problem instanceof AnswerError && problem.status < 500
      trouble.value =
        problem instanceof SyntaxError
          ? text.notOurs
          : problem instanceof SeveralTitlesError
            ? text.ofSeveral
            : isRefused
              ? problem.message
              : text.importFailed
    }
    isBusy.value = false
    // Parts of the file may be stored although a later one failed.
    await onImported()
  }

  return (
    <div class="stack gap-4">
      <p>{text.importHelp}</p>
      <input
        ref={input}
        hidden
        type="file"
        accept=".json,.jsonld,.annotation,.md,application/json,application/ld+json,text/markdown"
        aria-label={text.chooseFile}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          if (file) void take(file)
          // Without clearing it, the same file again would be no change.
          event.currentTarget.value = ''
        }}
      />
      <Button icon={UploadIcon} aria-busy={isBusy.value} onClick={() => !isBusy.value && input.current?.click()}>
        {text.chooseFile}
      </Button>
      <div role="status">
        {isBusy.value && <p>{text.importing}</p>}
        {trouble.value && <p class="annotation-import__trouble">{trouble.value}</p>}
        {outcome.value && <Outcome outcome={outcome.value} />}
      </div>
    </div>
  )
}

function Outcome({ outcome }: { outcome: ImportReport }) {
  const { imported, unchanged, conflicting, moved, lost, refused, missing } = outcome
  const title = useRef<HTMLParagraphElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div class="annotation-import__outcome stack gap-2">
      <p class="bold" ref={title} tabIndex={-1}>
        {text.imported(imported)}
      </p>
      <ul>
        {unchanged > 0 && <li>{text.unchanged(unchanged)}</li>}
        {conflicting > 0 && <li>{text.conflicting(conflicting)}</li>}
        {moved > 0 && <li>{text.moved(moved)}</li>}
      </ul>
      <ItemList heading={text.missingOnes(missing.length)} lines={missing} />
      <ItemList
        heading={text.lostOnes(lost.length)}
        lines={lost.map((one) => (one.quote ? quote(one.quote) : text.withoutQuote))}
      />
      <ItemList
        heading={text.refusedOnes(refused.length)}
        lines={refused.map(({ item, reason }) => text.refusedItem(item, reason))}
      />
    </div>
  )
}

function ItemList({ heading, lines }: { heading: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <p>{heading}</p>
      <ul>
        {lines.slice(0, LISTED).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {lines.length > LISTED && <li>{text.andMore(lines.length - LISTED)}</li>}
      </ul>
    </>
  )
}

async function importIntoTitle(id: string, sets: AnnotationSet[]): Promise<ImportReport> {
  const [set, ...others] = sets
  if (others.length > 0) throw new SeveralTitlesError()
  const outcome: ImportOutcome = await send(`/play/v1/publications/${id}/annotations/import`, set)
  return reportOf(sets, [outcome])
}

async function importIntoTitles(sets: AnnotationSet[]): Promise<ImportReport> {
  const outcomes: (ImportOutcome | null)[] = []
  for (const part of requestsOf(sets)) {
    const answer: { outcomes: (ImportOutcome | null)[] } = await send('/play/v1/annotations/import', { sets: part })
    outcomes.push(...answer.outcomes)
  }
  return reportOf(sets, outcomes)
}

/** Sends a part of a file. Retries after the delay that a 429 asks for: a large file has many parts. */
async function send(address: string, body: object | undefined) {
  for (;;) {
    const response = await api.fetch(address, { method: 'POST', ...jsonBody(body) })
    if (response.ok) return response.json()
    const problem = await AnswerError.from(response)
    if (problem.retryAfterSeconds === undefined || problem.status !== 429) throw problem
    await new Promise((resolve) => setTimeout(resolve, problem.retryAfterSeconds! * 1000))
  }
}
