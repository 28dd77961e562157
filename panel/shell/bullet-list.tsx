import './bullet-list.css'

/** A bulleted list of short texts. */
export function BulletList({ items }: { items: readonly string[] }) {
  return (
    <ul class="bullets stack gap-2">
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  )
}
