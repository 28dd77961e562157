import { Notice } from '@estante/design/notice/notice.tsx'
import type { Marks } from './marks.ts'
import './marks-notice.css'

/** What was done to a mark, and the way back; also within a sheet, under which nothing can be pressed. */
export function MarksNotice({ marks }: { marks: Marks }) {
  const notice = marks.notice.value
  return (
    <div class="marks-notice" role="status">
      {notice && <Notice text={notice.text} actions={notice.actions} />}
    </div>
  )
}
