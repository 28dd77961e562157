import { join } from 'node:path'
import type { Plugin, Rolldown, UserConfig } from 'vite'
import { hoverWherePossible } from './hover-where-possible.ts'
import { layersFirst } from './layers-first.ts'
import { olderEngines } from './older-engines.ts'
import { precompress } from './precompress.ts'
import { reloadableFiles } from './reloadable-files.ts'
import type { ReloadTexts } from './watch-first-files.ts'

export const APPLICATION = 'application'

interface ApplicationBuild {
  /** The folder with `main.tsx`. */
  root: string
  base: string
  target: string[]
  /** Shown by engines older than the target. */
  unsupported: string
  reload: ReloadTexts
  plugins?: Plugin[]
  groups: Rolldown.CodeSplittingGroup[]
}

/** Configures the build of an application into the files that the server sends. */
export function applicationBuild(application: ApplicationBuild): UserConfig {
  const { root, base, target, unsupported, reload, plugins = [], groups } = application
  return {
    root,
    base,
    plugins: [layersFirst(), reloadableFiles(target, reload), olderEngines(unsupported), precompress(), ...plugins],
    css: { postcss: { plugins: [hoverWherePossible] } },
    // The server replaces it with a fresh nonce in every response.
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      assetsDir: 'assets',
      // No `data:` style or script: the content security policy of the page forbids them.
      assetsInlineLimit: 0,
      target,
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: applicationChunk(join(root, 'main.tsx')) }, ...groups],
          },
        },
      },
    },
  }
}

/**
 * Puts every module that `main` statically imports into one chunk. Rolldown would split off the modules shared with
 * three lazy screens (https://github.com/rolldown/rolldown/issues/10731).
 */
function applicationChunk(main: string): Rolldown.CodeSplittingNameFunction {
  const found = new Set<string>()
  return (id, context) => {
    if (found.size === 0) follow(main)
    return found.has(id) ? APPLICATION : null

    function follow(from: string) {
      if (found.has(from)) return
      found.add(from)
      for (const imported of context.getModuleInfo(from)?.importedIds ?? []) follow(imported)
    }
  }
}
