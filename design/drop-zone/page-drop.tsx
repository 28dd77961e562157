import { useEffect, useRef, useState } from 'preact/hooks'
import { type DroppedFiles, holdsFiles, readDropped } from './dropped-files.ts'
import './page-drop.css'

/**
 * Takes files and whole folders that are dropped anywhere on the page, while it is drawn; a browser would otherwise leave
 * the page for them. `text` stand over the page while something is held above it.
 */
export function PageDrop({ text, onBrought }: { text: string; onBrought: (brought: DroppedFiles) => void }) {
  const isOver = usePageDrop(onBrought)
  if (!isOver) return null
  return (
    <div class="page-drop">
      <p class="page-drop__text">{text}</p>
    </div>
  )
}

/** Returns whether something is held above the page now. */
function usePageDrop(onBrought: (brought: DroppedFiles) => void): boolean {
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
