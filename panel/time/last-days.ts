/** Writes the time that a list covers: "nos últimos 30 dias". */
export function lastDays(days: number): string {
  return days === 1 ? 'no último dia' : `nos últimos ${days} dias`
}
