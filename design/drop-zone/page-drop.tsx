import { useEffect, useRef, useState } from 'preact/hooks'
import { type DroppedFiles, holdsFiles, readDropped } from './dropped-files.ts'
import './page-drop.css'

/**
 * Accepts files and folders dropped anywhere on the page while mounted; otherwise the browser would navigate to them.
 * `text` overlays the page during a drag.
 */
export function PageDrop({ text, onFiles }: { text: string; onFiles: (dropped: DroppedFiles) => void }) {
  const isOver = usePageDrop(onFiles)
  if (!isOver) return null
  return (
    <div class="page-drop">
      <p class="page-drop__text">{text}</p>
    </div>
  )
}

/** Listens for drops on the page. Returns whether files are being dragged over it. */
function usePageDrop(onFiles: (dropped: DroppedFiles) => void): boolean {
  const [isOver, setOver] = useState(false)
  const listener = useRef(onFiles)
  listener.current = onFiles
  useEffect(() => {
    // `dragenter` and `dragleave` fire for every element: the drag has left the page when they balance.
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
      // A modal dialog blocks drops on the page.
      event.dataTransfer.dropEffect = isCovered() ? 'none' : 'copy'
    }
    const drop = async (event: DragEvent) => {
      depth = 0
      setOver(false)
      if (event.defaultPrevented || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      if (isCovered()) return
      const dropped = await readDropped(event.dataTransfer)
      if (dropped.files.length + dropped.unreadable.length > 0) listener.current(dropped)
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
