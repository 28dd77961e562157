import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../button/button.tsx'
import { UploadIcon } from '../icons/icons.tsx'
import { type Brought, holdsFiles, readChosen, readDropped } from './brought-files.ts'
import './drop-zone.css'

/**
 * Where files and whole folders are brought: dropped anywhere on the page while this is drawn, or chosen by a button.
 * `slim` is for a page that already shows what was brought.
 */
export function DropZone({
  title,
  hint,
  words,
  size = 'large',
  onBrought,
}: {
  title: string
  hint?: string
  /** `drop` stands over the page while something is held above it. */
  words: { files: string; folder: string; drop: string }
  size?: 'large' | 'slim'
  onBrought: (brought: Brought) => void
}) {
  const isOver = usePageDrop(onBrought)
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
      <div class="drop-zone__words">
        <p class="drop-zone__title">{title}</p>
        {hint && <p class="drop-zone__hint">{hint}</p>}
      </div>
      <div class="drop-zone__buttons">
        <Button variant={size === 'large' ? 'primary' : 'soft'} onClick={() => files.current?.click()}>
          {words.files}
        </Button>
        <Button variant={size === 'large' ? 'soft' : 'plain'} onClick={() => folder.current?.click()}>
          {words.folder}
        </Button>
      </div>
      <input type="file" multiple hidden ref={files} aria-label={words.files} onChange={choose} />
      {/* An attribute every browser knows and no standard does. */}
      <input
        type="file"
        {...{ webkitdirectory: true }}
        hidden
        ref={folder}
        aria-label={words.folder}
        onChange={choose}
      />
      {isOver && (
        <div class="drop-zone__veil">
          <p class="drop-zone__veil-words">{words.drop}</p>
        </div>
      )}
    </div>
  )
}

/**
 * Takes what is dropped anywhere on the page; a browser would otherwise leave the page for a file let go beside its
 * place. Returns whether something is held above the page now.
 */
function usePageDrop(onBrought: (brought: Brought) => void): boolean {
  const [isOver, setOver] = useState(false)
  const listener = useRef(onBrought)
  listener.current = onBrought
  useEffect(() => {
    // Each element on the way says that it was entered and left: only the last one left is the page.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      depth += 1
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      depth = Math.max(0, depth - 1)
      if (depth === 0) setOver(false)
    }
    const over = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      // What lies under a dialog is out of reach.
      event.dataTransfer.dropEffect = isCovered() ? 'none' : 'copy'
    }
    const drop = async (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (isCovered()) return
      const brought = await readDropped(event.dataTransfer)
      if (brought.files.length + brought.unreadable.length > 0) listener.current(brought)
    }
    addEventListener('dragenter', enter)
    addEventListener('dragleave', leave)
    addEventListener('dragover', over)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragenter', enter)
      removeEventListener('dragleave', leave)
      removeEventListener('dragover', over)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

function isCovered(): boolean {
  return document.querySelector('dialog[open]') !== null
}
