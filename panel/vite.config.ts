import { BUILD_TARGET } from '@estante/contract/baseline.ts'
import { layersFirst } from '@estante/design/layers-first.ts'
import { olderEngines } from '@estante/design/older-engines.ts'
import { precompress } from '@estante/design/precompress.ts'
import { defineConfig } from 'vite'
import { text } from './text.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/painel/',
  plugins: [layersFirst(), olderEngines(text.shell.unsupported), precompress()],
  // The server replaces it with a fresh nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Nothing inline: the content security policy of the page forbids `data:` styles and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: BUILD_TARGET,
  },
})
