import './skeleton.css'

/** The shape of something on its way. Sizes are CSS lengths; a screen reader is told by the screen, not by shapes. */
export function Skeleton({ width, height, radius }: { width: string; height: string; radius?: string }) {
  return <span class="skeleton" aria-hidden="true" style={{ width, height, ...(radius && { borderRadius: radius }) }} />
}
