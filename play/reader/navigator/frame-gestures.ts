import { SOFT_HYPHEN } from '../layout/segments.ts'
import { pictureAround } from '../pictures/picture.ts'
import type { ChapterFrame } from './chapter-frame.ts'
import { listenForSwipes, listenForWheel } from './frame-swipes.ts'
import { CONTROLS, listenForTaps } from './frame-taps.ts'
import { type FrameListeners, keyIntent } from './gestures.ts'

/** Listens for gestures and keys in a chapter. In a scroll, the browser handles keys and the wheel. */
export function listenToFrame(frame: ChapterFrame, width: () => number, listeners: FrameListeners) {
  const { document } = frame
  const turnByTap = listenForTaps(frame, width, listeners)
  listenForSwipes(frame, width, listeners, turnByTap)
  listenForWheel(frame, listeners.onIntent)
  document.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('copy', (event) => copyWithoutHyphens(event, document.getSelection()))
  document.addEventListener('keydown', (event) => {
    const target = event.target as Element | null
    if (target?.closest(CONTROLS)) return
    if (listeners.onKey(event)) return event.preventDefault()
    const picture = event.key === 'Enter' && event.target === pictureAround(target) && target
    const intent = keyIntent(event)
    if (picture) listeners.onPicture(picture)
    if (!intent || (!frame.isPaged() && intent.startsWith('chapter'))) return
    event.preventDefault()
    listeners.onIntent(intent)
  })
}

/** Copies a selection without our soft hyphens. */
function copyWithoutHyphens(event: ClipboardEvent, selection: Selection | null) {
  const { clipboardData, target } = event
  const selected = selection?.toString() ?? ''
  if (!clipboardData || !selected.includes(SOFT_HYPHEN)) return
  const holder = (target as Node).ownerDocument!.createElement('div')
  holder.append(selection!.getRangeAt(0).cloneContents())
  clipboardData.setData('text/plain', selected.replaceAll(SOFT_HYPHEN, ''))
  clipboardData.setData('text/html', holder.innerHTML.replaceAll(SOFT_HYPHEN, ''))
  event.preventDefault()
}
