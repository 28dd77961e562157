/** Creates a function that formats instants in Brazilian Portuguese, which writes the first of a month "1º". */
export function createDateFormat(options: Intl.DateTimeFormatOptions): (at: number | Date) => string {
  const format = new Intl.DateTimeFormat('pt-BR', options)
  return (at) => format.format(at).replace(/\b1 de /, '1º de ')
}
