import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { it } from 'node:test'

const RULE = /^ {2}\.([\w-]+) \{/gm

// The style sheets of screens that were visited stay in the page, with the next screen's.
for (const app of ['play', 'panel']) {
  it(`defines a class in one style sheet alone: ${app}`, async () => {
    const definedIn = new Map<string, string>()
    const twice: string[] = []

    for await (const file of glob(`{design,${app}}/**/*.css`, { exclude: ['**/dist/**', '**/node_modules/**'] })) {
      for (const [, name] of readFileSync(file, 'utf8').matchAll(RULE)) {
        const other = definedIn.get(name!)
        if (other && other !== file) twice.push(`.${name}: ${other}, ${file}`)
        definedIn.set(name!, file)
      }
    }

    assert.ok(definedIn.size > 100)
    assert.deepEqual(twice, [])
  })
}
