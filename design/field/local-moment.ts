/** Formats an instant for `<input type="datetime-local">`, in the local time zone: `2026-11-21T09:30`. */
export function toLocalMoment(at: string | number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Parses a local moment. Undefined for an incomplete or invalid one. */
export function fromLocalMoment(local: string): string | undefined {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
