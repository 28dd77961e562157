import { text } from '../text.ts'
import './progress-bar.css'

/** The read share of a title, 0 to 1; with `label`, of something else. */
export function ProgressBar({ share, label = text.publication.progress }: { share: number; label?: string }) {
  const percent = Math.min(1, Math.max(0, share)) * 100
  return (
    <div
      class="progress-bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      style={{ '--progress': `${percent}%` }}
    />
  )
}
