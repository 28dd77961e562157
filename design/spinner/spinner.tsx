import './spinner.css'

/** Says that something is on its way; `label` is what a screen reader hears. */
export function Spinner({ label }: { label: string }) {
  return (
    <span class="spinner" role="status">
      <span class="visually-hidden">{label}</span>
    </span>
  )
}
