/** Throws for a key that could lead elsewhere: keys are made from checked names, so it is a bug. */
export function namesOf(key: string): string[] {
  const names = key.split('/')
  if (names.some((name) => name === '' || name === '.' || name === '..' || /[\\\0]/.test(name))) {
    throw new Error('A storage key is a relative path of plain names')
  }
  return names
}
