/** Formats a length as players do, like `1:02:03`. */
export function formatClockTime(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  return parts.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
