/** A figure in a table: `exact` below it, a dash without one. */
export function Figure({ value, exact }: { value: string | undefined; exact?: string }) {
  return (
    <span class="usage__figure">
      {value ?? <span class="usage__none">—</span>}
      {exact && <span class="usage__exact">{exact}</span>}
    </span>
  )
}
