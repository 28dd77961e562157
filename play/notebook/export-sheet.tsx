import { RetryButton } from '@estante/client/retry-button.tsx'
import { Button } from '@estante/design/button/button.tsx'
import { CopyIcon, DownloadIcon, UploadIcon } from '@estante/design/icons/icons.tsx'
import { Segmented } from '@estante/design/segmented/segmented.tsx'
import { Skeleton } from '@estante/design/skeleton/skeleton.tsx'
import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Sheet } from '../shell/sheet.tsx'
import { type ExportFormat, type ExportWindow, exportActions, exportFile } from './export-file.ts'
import type { AnnotatedPublication } from './notebook.ts'
import { text } from './text.ts'
import { useExportContent } from './use-export-content.ts'

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
  const preview = useRef<HTMLElement>(null)
  const ofTitle = publication ? `publications/${publication.id}/` : ''
  const { content, problem, retry } = useExportContent(`/play/v1/${ofTitle}annotations/export?format=${format.value}`)
  return (
    <div class="annotation-export stack gap-4">
      <Segmented
        label={text.format}
        options={[
          { value: 'markdown', label: text.formats.markdown },
          { value: 'epub', label: text.formats.epub },
        ]}
        value={format.value}
        onChange={(next) => (format.value = next)}
      />
      <p class="soft">{(publication ? text.formatHelp : text.formatHelpOfAll)[format.value]}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section class="annotation-export__preview" aria-label={text.preview} tabIndex={0} ref={preview}>
        {problem ? (
          <div class="annotation-export__failed" role="alert">
            <p>{text.exportFailed[problem]}</p>
            <RetryButton
              variant="soft"
              onRetry={() => {
                // This button is removed.
                preview.current?.focus()
                retry()
              }}
            />
          </div>
        ) : content === undefined ? (
          <Skeleton width="100%" height="100%" />
        ) : (
          <>
            {content.slice(0, PREVIEW_CHARACTERS)}
            {content.length > PREVIEW_CHARACTERS && <p class="annotation-export__rest soft">{text.previewGoesOn}</p>}
          </>
        )}
      </section>
      <ExportActs title={publication?.title ?? ''} format={format.value} content={content} />
    </div>
  )
}

function ExportActs({ title, format, content }: { title: string; format: ExportFormat; content: string | undefined }) {
  const status = useSignal('')
  useEffect(() => {
    status.value = ''
  }, [content])
  const actions =
    content === undefined
      ? undefined
      : exportActions(window as unknown as ExportWindow, exportFile(title, format, content), content)
  return (
    <>
      <div class="sheet__acts row">
        {actions?.share && (
          <Button icon={UploadIcon} onClick={() => void actions.share?.().catch(() => {})}>
            {text.share}
          </Button>
        )}
        {actions?.download && (
          <Button variant={actions.share ? 'soft' : 'primary'} icon={DownloadIcon} onClick={actions.download}>
            {text.download}
          </Button>
        )}
        <Button
          variant="soft"
          icon={CopyIcon}
          disabled={!actions}
          onClick={async () => {
            status.value = (await actions?.copy()) ? text.copied : text.notCopied
          }}
        >
          {text.copy}
        </Button>
      </div>
      <p role="status">{status.value}</p>
    </>
  )
}
