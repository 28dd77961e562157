import { BUILD_TARGET } from '@estante/contract/baseline.ts'
import { layersFirst } from '@estante/design/layers-first.ts'
import { olderEngines } from '@estante/design/older-engines.ts'
import { precompress } from '@estante/design/precompress.ts'
import preact from '@preact/preset-vite'
import { defineConfig } from 'vite'
import { text } from './text.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [preact(), layersFirst(), olderEngines(text.shell.unsupported), precompress()],
  // The server puts a fresh nonce in its place in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Nothing inline but the launch script: the content security policy of the page has no `data:` style or script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: BUILD_TARGET,
  },
})
