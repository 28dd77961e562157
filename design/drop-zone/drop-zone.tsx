import { useRef } from 'preact/hooks'
import { Button } from '../button/button.tsx'
import { UploadIcon } from '../icons/icons.tsx'
import { type DroppedFiles, readChosen } from './dropped-files.ts'
import { PageDrop } from './page-drop.tsx'
import './drop-zone.css'

interface DropZoneProps {
  title: string
  hint?: string
  /** `drop` overlays the page while files are dragged over it. */
  labels: { files: string; folder: string; drop: string }
  size: 'large' | 'slim'
  onFiles: (dropped: DroppedFiles) => void
}

/**
 * Area to add files and folders: dropped anywhere on the page, or chosen with buttons. `slim` is for pages that already
 * list files.
 */
export function DropZone({ title, hint, labels, size, onFiles }: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = (event: Event & { currentTarget: HTMLInputElement }) => {
    const dropped = readChosen(event.currentTarget.files)
    // Lets the same file be chosen again: `change` fires only for another value.
    event.currentTarget.value = ''
    if (dropped.files.length > 0) onFiles(dropped)
  }
  return (
    <div class={`drop-zone drop-zone--${size}`}>
      <span class="drop-zone__drawing disc">
        <UploadIcon />
      </span>
      <div class="drop-zone__text stack">
        <p class="drop-zone__title">{title}</p>
        {hint && <p class="drop-zone__hint soft">{hint}</p>}
      </div>
      <div class="drop-zone__buttons row">
        <Button variant={size === 'large' ? 'primary' : 'soft'} onClick={() => files.current?.click()}>
          {labels.files}
        </Button>
        <Button variant={size === 'large' ? 'soft' : 'plain'} onClick={() => folder.current?.click()}>
          {labels.folder}
        </Button>
      </div>
      <input type="file" multiple hidden ref={files} aria-label={labels.files} onChange={choose} />
      {/* Non-standard, but supported by every browser. */}
      <input
        type="file"
        {...{ webkitdirectory: true }}
        hidden
        ref={folder}
        aria-label={labels.folder}
        onChange={choose}
      />
      <PageDrop text={labels.drop} onFiles={onFiles} />
    </div>
  )
}
