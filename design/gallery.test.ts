import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { it } from 'node:test'

/** The page, a choice by the address, a card's menu, parts that need a voice of the device, and a hidden field. */
const EXCEPTIONS = [
  'play/main.tsx',
  'play/explore/explore-screen.tsx',
  'play/title/book-sheet.tsx',
  'play/reader/read-aloud/read-aloud-bar.tsx',
  'panel/password/password-owner.tsx',
]

it('shows every component of the member’s application and of the design, and those of the panel that many screens share', async () => {
  const reached = importedBy('design/gallery.tsx')

  const missing: string[] = []
  for await (const file of glob('{play,design,panel/{actions,copy,lists,password}}/**/*.tsx', {
    exclude: ['**/dist/**', '**/node_modules/**'],
  })) {
    if (!reached.has(file) && !EXCEPTIONS.includes(file)) missing.push(file)
  }

  assert.deepEqual(missing.sort(), [])
})

/** Returns the modules of a static import, and of theirs: code that is loaded on demand is not shown by itself. */
function importedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, from] of readFileSync(file, 'utf8').matchAll(/from '((?:\.|@estante\/)[^']+\.tsx?)'/g)) {
    importedBy(from!.startsWith('@') ? from!.replace('@estante/', '') : normalize(join(file, '..', from!)), found)
  }
  return found
}
