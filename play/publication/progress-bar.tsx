import { text } from '../text.ts'
import './progress-bar.css'

/** The read part of a title, 0 to 1. */
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
