import './spinner.css'

/** Loading indicator; `label` is for screen readers. */
export function Spinner({ label }: { label: string }) {
  return (
    <span class="spinner" role="status">
      <span class="visually-hidden">{label}</span>
    </span>
  )
}
