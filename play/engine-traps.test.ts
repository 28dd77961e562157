import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

/** Features that the application must not use, in which files, and the engine that breaks. */
const TRAPS: [feature: string, files: string, found: RegExp, why: string][] = [
  ['listener for context menus', 'reader/**/*.{ts,tsx}', /contextmenu/i, 'it hides the bar of a selection on Android'],
  ['watcher of intersections', 'reader/**/*.{ts,tsx}', /IntersectionObserver/, 'it says nothing in columns of WebKit'],
  [
    'class of a frame’s nodes',
    'reader/**/*.{ts,tsx}',
    /instanceof (?:\w*Element|Node|Text|Document|Range|Event)\b/,
    'nodes of a frame are of other classes than those of the page',
  ],
  ['`fonts.ready`', 'reader/**/*.{ts,tsx}', /fonts\??\.ready/, 'it crashes iOS before 17'],
  ['blend mode in a chapter', 'reader/**/*.{ts,tsx}', /mix-blend-mode/, 'iPadOS paints it wrong in columns'],
  ['view transition', '**/*.{ts,tsx,css}', /startViewTransition|view-transition/, 'it ends the page in iOS 18.7'],
  [
    'AudioContext for sound that is heard, but for a boosted voice or a quiet recording, not in WebKit',
    '**/!(audio-graph).{ts,tsx}',
    /createMediaElementSource|new (?:webkit)?AudioContext/,
    'iOS stops it in the background, and WebKit changes the pitch with the speed',
  ],
]

describe('the application', () => {
  for (const [feature, files, found, why] of TRAPS) {
    it(`uses no ${feature}: ${why}`, () => {
      const paths = globSync(files, {
        cwd: import.meta.dirname,
        exclude: ['dist/**', 'node_modules/**', '**/*.test.*'],
      })
      assert.ok(paths.length > 10)

      const using = paths.filter((path) => found.test(codeOf(path)))

      assert.deepEqual(using, [])
    })
  }

  it('moves no chapter by an animation: iOS 18 cannot reach its last page afterwards', () => {
    const [rule = ''] = /\.reader-frame \{[^}]*\}/.exec(codeOf('reader/reader-screen.css')) ?? []

    assert.match(rule, /border/)
    assert.doesNotMatch(rule, /transition|animation/)
    for (const path of [
      'reader/navigator/chapter-frame.ts',
      'reader/layout/layout-engine.ts',
      'reader/layout/text-layout.ts',
      'reader/navigator/navigator.ts',
      'reader/layout/page-style.ts',
    ])
      assert.doesNotMatch(codeOf(path), /\.animate\(|transition:(?! none)|animation:/)
  })

  it('is as high as the visible part of the page: with the bars of iOS, `100vh` is higher', () => {
    assert.match(codeOf('reader/reader-screen.css'), /\.app\[data-screen="reader"\] \{[^}]*height: 100dvh;/)
  })
})

function codeOf(path: string): string {
  return readFileSync(`${import.meta.dirname}/${path}`, 'utf8').replace(/(?<!:)\/\/.*|\/\*[\s\S]*?\*\//g, '')
}
