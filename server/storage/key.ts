/**
 * Splits a storage key into its names. Throws for one that could lead elsewhere, which is a bug: keys consist of checked
 * names.
 */
export function namesOf(key: string): string[] {
  const names = key.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..' || /[\\\0]/.test(name))) {
    throw new Error('A storage key is a relative path of plain names')
  }
  return names
}
