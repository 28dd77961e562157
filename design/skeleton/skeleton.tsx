import './skeleton.css'

/**
 * Placeholder with the shape of content that is loading. Sizes are CSS lengths. Hidden from screen readers, which the
 * screen informs.
 */
export function Skeleton({ width, height, radius }: { width: string; height: string; radius?: string }) {
  return <span class="skeleton" aria-hidden="true" style={{ width, height, ...(radius && { borderRadius: radius }) }} />
}
