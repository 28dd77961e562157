import { useRef } from 'preact/hooks'
import { Button } from '../button/button.tsx'
import { UploadIcon } from '../icons/icons.tsx'
import { type DroppedFiles, readChosen } from './dropped-files.ts'
import { PageDrop } from './page-drop.tsx'
import './drop-zone.css'

/**
 * Where files and whole folders are brought: dropped anywhere on the page while this is drawn, or chosen by a button.
 * `slim` is for a page that already shows what was brought.
 */
export function DropZone({
  title,
  hint,
  labels,
  size = 'large',
  onBrought,
}: {
  title: string
  hint?: string
  /** `drop` stands over the page while something is held above it. */
  labels: { files: string; folder: string; drop: string }
  size?: 'large' | 'slim'
  onBrought: (brought: DroppedFiles) => void
}) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = (event: Event & { currentTarget: HTMLInputElement }) => {
    const brought = readChosen(event.currentTarget.files)
    // So that choosing the same again is heard.
    event.currentTarget.value = ''
    if (brought.files.length > 0) onBrought(brought)
  }
  return (
    <div class={`drop-zone drop-zone--${size}`}>
      <span class="drop-zone__drawing">
        <UploadIcon />
      </span>
      <div class="drop-zone__text">
        <p class="drop-zone__title">{title}</p>
        {hint && <p class="drop-zone__hint">{hint}</p>}
      </div>
      <div class="drop-zone__buttons">
        <Button variant={size === 'large' ? 'primary' : 'soft'} onClick={() => files.current?.click()}>
          {labels.files}
        </Button>
        <Button variant={size === 'large' ? 'soft' : 'plain'} onClick={() => folder.current?.click()}>
          {labels.folder}
        </Button>
      </div>
      <input type="file" multiple hidden ref={files} aria-label={labels.files} onChange={choose} />
      {/* An attribute every browser knows and no standard does. */}
      <input
        type="file"
        {...{ webkitdirectory: true }}
        hidden
        ref={folder}
        aria-label={labels.folder}
        onChange={choose}
      />
      <PageDrop text={labels.drop} onBrought={onBrought} />
    </div>
  )
}
