import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deriveAccent } from '@estante/contract/accent.ts'
import { wearAccent } from './accent.ts'

/** What was set on a page, by property. */
function openRoot() {
  const worn = new Map<string, string | null>()
  const style = {
    setProperty: (name: string, value: string | null) => void worn.set(name, value),
    removeProperty: (name: string) => {
      worn.delete(name)
      return ''
    },
  }
  return { worn, root: { style } }
}

it('a partner’s colour is worn as light and dark screens can show it, and taken off with the session', () => {
  const { root, worn } = openRoot()
  const palette = deriveAccent('#820ad1')

  wearAccent(root, palette, false)
  const light = Object.fromEntries(worn)
  wearAccent(root, palette, true)
  const dark = Object.fromEntries(worn)
  wearAccent(root, undefined, true)

  assert.deepEqual(light, {
    '--color-accent': palette.light.accent,
    '--color-accent-strong': palette.light.strong,
    '--color-accent-soft': palette.light.soft,
    '--color-on-accent': palette.light.onAccent,
  })
  assert.equal(dark['--color-accent'], palette.dark.accent)
  assert.equal(worn.size, 0)
})
