import { text as clientText } from '@estante/client/text.ts'
import { BUILD_TARGET } from '@estante/contract/baseline.ts'
import { applicationChunk } from '@estante/design/application-chunk.ts'
import { hoverWherePossible } from '@estante/design/hover-where-possible.ts'
import { layersFirst } from '@estante/design/layers-first.ts'
import { olderEngines } from '@estante/design/older-engines.ts'
import { precompress } from '@estante/design/precompress.ts'
import { reloadableFiles } from '@estante/design/reloadable-files.ts'
import { defineConfig } from 'vite'
import { text } from './text.ts'

export default defineConfig({
  root: import.meta.dirname,
  base: '/painel/',
  plugins: [
    layersFirst(),
    reloadableFiles(BUILD_TARGET, {
      title: clientText.unreachableTitle,
      help: clientText.unreachableHelp,
      retry: clientText.retry,
    }),
    olderEngines(text.shell.unsupported),
    precompress(),
  ],
  css: { postcss: { plugins: [hoverWherePossible] } },
  // The server replaces it with a fresh nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Nothing inline: the content security policy of the page forbids `data:` styles and scripts.
    assetsInlineLimit: 0,
    target: BUILD_TARGET,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: applicationChunk(new URL('main.tsx', import.meta.url)) },
            // Code that screens share, in one file: without preloads, a screen requests it only after its own.
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
})
