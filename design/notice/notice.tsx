import './notice.css'

/**
 * Message with actions, such as undo. Render it inside a live region that exists already, so that screen readers
 * announce it.
 */
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
