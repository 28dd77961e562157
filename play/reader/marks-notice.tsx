import type { Marks } from './marks.ts'
import './marks-notice.css'

/** What was done to a mark, and the way back; also within a sheet, under which nothing can be pressed. */
export function MarksNotice({ marks }: { marks: Marks }) {
  const notice = marks.notice.value
  return (
    <div class="marks-notice" role="status">
      {notice && (
        <div class="marks-notice__card">
          <p>{notice.words}</p>
          {notice.acts.map(({ label, run }) => (
            <button key={label} class="marks-notice__act" type="button" onClick={run}>
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
