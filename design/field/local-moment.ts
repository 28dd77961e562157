/** An instant as `<input type="datetime-local">` writes it, in the zone of whoever looks: `2026-11-21T09:30`. */
export function toLocalMoment(at: string | number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The instant that was meant; undefined when it is not a whole one, or none there is. */
export function fromLocalMoment(local: string): string | undefined {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
