/** Keys are made by us, of names that were checked; one that could lead elsewhere is a bug, and never used. */
export function namesOf(key: string): string[] {
  const names = key.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..' || /[\\\0]/.test(name))) {
    throw new Error('A storage key is a relative path of plain names')
  }
  return names
}
