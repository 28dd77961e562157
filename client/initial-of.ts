/** Returns the first letter of a name, or its first emoji, for a badge. */
export function initialOf(name: string): string {
  const [first = ''] = name.trim()
  return first.toLocaleUpperCase('pt-BR')
}
