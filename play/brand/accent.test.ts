import assert from 'node:assert/strict'
import { it } from 'node:test'
import { deriveAccent } from '@estante/contract/accent.ts'
import { applyAccent } from './accent.ts'

/** The properties that were set on a page. */
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

it('A vivid light colour is itself the background of main buttons on light screens', () => {
  const { root, worn } = openRoot()
  const palette = deriveAccent('#fdfc30')

  applyAccent(root, palette, false)
  const light = Object.fromEntries(worn)
  applyAccent(root, palette, true)

  assert.deepEqual([light['--color-fill'], light['--color-on-fill']], ['#fdfc30', palette.light.onFill])
  assert.equal(worn.has('--color-fill'), false)
})

it('A partner’s colour is adapted to light and dark screens, and removed with the session', () => {
  const { root, worn } = openRoot()
  const palette = deriveAccent('#820ad1')

  applyAccent(root, palette, false)
  const light = Object.fromEntries(worn)
  applyAccent(root, palette, true)
  const dark = Object.fromEntries(worn)
  applyAccent(root, undefined, true)

  assert.deepEqual(light, {
    '--color-accent': palette.light.accent,
    '--color-accent-strong': palette.light.strong,
    '--color-accent-soft': palette.light.soft,
    '--color-on-accent': palette.light.onAccent,
    '--color-accent-on-dark': palette.dark.accent,
  })
  assert.equal(dark['--color-accent'], palette.dark.accent)
  assert.equal(worn.size, 0)
})
