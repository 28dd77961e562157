const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

const formats = UNITS.map(
  (unit) =>
    new Intl.NumberFormat('pt-BR', {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3,
    }),
)

/** Formats a size in bytes: "340 MB", "1,25 GB". Decimal units, as on phones. */
export function formatSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (Math.round(size) >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return formats[unit]!.format(size)
}
