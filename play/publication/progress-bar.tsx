import { text } from '../text.ts'
import './progress-bar.css'

/** How much of a title is behind the member, 0 to 1. */
export function ProgressBar({ share }: { share: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div
      class="progress-bar"
      role="progressbar"
      aria-label={text.publication.progress}
      aria-valuenow={percent}
      style={{ '--progress': `${percent}%` }}
    />
  )
}
