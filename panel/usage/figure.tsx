/** A figure in a table: `exact` below it, a dash without one. */
export function Figure({ value, exact }: { value: string | undefined; exact?: string }) {
  return (
    <span class="usage__figure tabular">
      {value ?? <span class="soft">—</span>}
      {exact && <span class="detail">{exact}</span>}
    </span>
  )
}
