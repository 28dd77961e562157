import './notice.css'

/** What was done, and the way back. It stands in an element that is there before it, so that screen readers hear it come. */
export function Notice({ text, actions }: { text: string; actions: readonly { label: string; run: () => void }[] }) {
  return (
    <div class="notice">
      <p>{text}</p>
      {actions.map(({ label, run }) => (
        <button key={label} class="notice__act" type="button" onClick={run}>
          {label}
        </button>
      ))}
    </div>
  )
}
