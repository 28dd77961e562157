import type { Manifest } from '@estante/contract/manifest.ts'

/** Removes from a manifest the text that no database stores: NUL and lone surrogates. */
export function stripUnstorableText(manifest: Manifest): Manifest {
  return JSON.parse(JSON.stringify(manifest), (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  ) as Manifest
}
