const format = new Intl.NumberFormat('pt-BR')

/** Formats a number: "1.204". */
export function formatNumber(value: number): string {
  return format.format(value)
}

/** Formats a count and its noun: "1 título", "1.204 títulos". */
export function formatCount(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`
}
