import { Notice } from '@estante/design/notice/notice.tsx'
import { useLayoutEffect } from 'preact/hooks'
import { recoverFocus } from '../../shell/arrival.ts'
import type { Marks } from './marks.ts'
import './marks-notice.css'

/**
 * The question about a mark, and the notice of the last change, with its undo. Also rendered inside modal sheets, which
 * make the page inert.
 */
export function MarksNotice({ marks }: { marks: Marks }) {
  const notices = marks.notices.value
  // A button that is gone may have had the focus.
  useLayoutEffect(() => recoverFocus, [notices])
  return (
    <div class="marks-notice" role="status">
      {notices.map((notice) => (
        <Notice key={notice.text} {...notice} />
      ))}
    </div>
  )
}
