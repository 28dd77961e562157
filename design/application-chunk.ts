import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

export const APPLICATION = 'application'

/**
 * Puts every module that `main` statically imports into one chunk. Rolldown would split off the modules shared with
 * three lazy screens (https://github.com/rolldown/rolldown/issues/10731).
 */
export function applicationChunk(main: URL): Rolldown.CodeSplittingNameFunction {
  const found = new Set<string>()
  return (id, context) => {
    if (found.size === 0) follow(fileURLToPath(main))
    return found.has(id) ? APPLICATION : null

    function follow(from: string) {
      if (found.has(from)) return
      found.add(from)
      for (const imported of context.getModuleInfo(from)?.importedIds ?? []) follow(imported)
    }
  }
}
