import { Notice } from '@estante/design/notice/notice.tsx'
import { useLayoutEffect } from 'preact/hooks'
import { recoverFocus } from '../../shell/arrival.ts'
import type { Marks } from './marks.ts'
import './marks-notice.css'

/** Notice of the last change of a mark, with its undo. Also rendered inside modal sheets, which make the page inert. */
export function MarksNotice({ marks }: { marks: Marks }) {
  const notice = marks.notice.value
  // Its button may have had the focus.
  useLayoutEffect(() => recoverFocus, [notice])
  return (
    <div class="marks-notice" role="status">
      {notice && <Notice text={notice.text} actions={notice.actions} />}
    </div>
  )
}
