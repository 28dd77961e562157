import type { Manifest } from '@estante/contract/manifest.ts'

/** A manifest without what no database stores, whatever the book wrote in its words: NUL, and halves of characters. */
export function storableManifest(manifest: Manifest): Manifest {
  return JSON.parse(JSON.stringify(manifest), (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  ) as Manifest
}
