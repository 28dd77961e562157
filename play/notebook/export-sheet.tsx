import { AnswerError } from '@estante/client/answer.ts'
import type { Problem } from '@estante/client/resource.ts'
import { Button } from '@estante/design/button/button.tsx'
import { CopyIcon, DownloadIcon, UploadIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api } from '../session/api.ts'
import { Sheet } from '../shell/sheet.tsx'
import { type ExportFormat, type ExportWindow, exportActions, exportFile } from './export-file.ts'
import type { AnnotatedPublication } from './notebook.ts'
import { text } from './text.ts'

/** The rest of a long file is not drawn. */
const PREVIEW_CHARACTERS = 200_000

type Props = { publication: AnnotatedPublication | undefined; open: boolean; onClose: () => void }

/**
 * Exports the annotations of a title, or of all, as text or as a file: shared, downloaded or copied, as far as this view
 * can.
 */
export function ExportSheet({ publication, open, onClose }: Props) {
  return (
    <Sheet open={open} title={text.exportTitle} height="full" onClose={onClose}>
      <Export publication={publication} />
    </Sheet>
  )
}

function Export({ publication }: Pick<Props, 'publication'>) {
  const format = useSignal<ExportFormat>('markdown')
  /** Loaded before a button is pressed: browsers share only within the gesture. */
  const written = useSignal<string | undefined>(undefined)
  const status = useSignal('')
  const problem = useSignal<Problem | undefined>(undefined)
  const attempt = useSignal(0)
  const preview = useRef<HTMLElement>(null)
  const ofTitle = publication ? `publications/${publication.id}/` : ''
  const address = `/play/v1/${ofTitle}annotations/export?format=${format.value}`
  useEffect(() => {
    let isCurrent = true
    written.value = undefined
    status.value = ''
    problem.value = undefined
    const read = async () => {
      const response = await api.fetch(address)
      if (!response.ok) throw await AnswerError.from(response)
      return response.text()
    }
    read().then(
      (answer) => {
        if (isCurrent) written.value = answer
      },
      (reason) => {
        if (isCurrent) problem.value = reason instanceof AnswerError ? 'failed' : 'unreachable'
      },
    )
    return () => {
      isCurrent = false
    }
  }, [address, attempt.value])
  const content = written.value
  const ways =
    content === undefined
      ? undefined
      : exportActions(
          window as unknown as ExportWindow,
          exportFile(publication?.title ?? '', format.value, content),
          content,
        )
  return (
    <div class="annotation-export stack">
      <Segmented
        label={text.format}
        options={[
          { value: 'markdown', label: text.formats.markdown },
          { value: 'epub', label: text.formats.epub },
        ]}
        value={format.value}
        onChange={(next) => (format.value = next)}
      />
      <p class="annotation-export__help">{(publication ? text.formatHelp : text.formatHelpOfAll)[format.value]}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section class="annotation-export__preview" aria-label={text.preview} tabIndex={0} ref={preview}>
        {problem.value ? (
          <div class="annotation-export__failed" role="alert">
            <p>{text.exportFailed[problem.value]}</p>
            <Button
              variant="soft"
              onClick={() => {
                // This button is removed.
                preview.current?.focus()
                attempt.value += 1
              }}
            >
              {text.retry}
            </Button>
          </div>
        ) : content === undefined ? (
          <Skeleton width="100%" height="100%" />
        ) : (
          <>
            {content.slice(0, PREVIEW_CHARACTERS)}
            {content.length > PREVIEW_CHARACTERS && <p class="annotation-export__rest">{text.previewGoesOn}</p>}
          </>
        )}
      </section>
      <div class="annotation-export__acts">
        {ways?.share && (
          <Button icon={UploadIcon} onClick={() => void ways.share?.().catch(() => {})}>
            {text.share}
          </Button>
        )}
        {ways?.download && (
          <Button variant={ways.share ? 'soft' : 'primary'} icon={DownloadIcon} onClick={ways.download}>
            {text.download}
          </Button>
        )}
        <Button
          variant="soft"
          icon={CopyIcon}
          disabled={!ways}
          onClick={async () => {
            status.value = (await ways?.copy()) ? text.copied : text.notCopied
          }}
        >
          {text.copy}
        </Button>
      </div>
      <p role="status">{status.value}</p>
    </div>
  )
}
