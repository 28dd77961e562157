import { text } from './text.ts'

const NAMED = 3
const list = new Intl.ListFormat('pt-BR')

/** Names the first of a title's partners, and counts the others: a sentence of hundreds of names is not read. */
export function namePartners(partners: readonly { name: string }[]): string {
  const names = partners.map(({ name }) => name)
  if (names.length <= NAMED) return list.format(names)
  return `${names.slice(0, NAMED).join(', ')} ${text.partners.others(names.length - NAMED)}`
}
