import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { LoadedPublication } from '../open-publication.ts'
import { type BookMap, mapBook } from './book-map.ts'
import type { Navigator } from './navigator/navigator.ts'
import type { Position } from './navigator/position.ts'

export type OpenBook = ReturnType<typeof createOpenBook>

/** Holds the book on the screen, its navigator, and the member's position. */
export function createOpenBook() {
  const publication = signal<PublicationDetail | undefined>()
  const manifest = signal<Manifest | undefined>()
  const map = computed((): BookMap | undefined => manifest.value && mapBook(manifest.value))
  const position = signal<Position | undefined>()
  let navigator: Navigator | undefined

  return {
    publication: publication as ReadonlySignal<PublicationDetail | undefined>,
    manifest: manifest as ReadonlySignal<Manifest | undefined>,
    map,
    position,
    navigator: () => navigator,
    /** Takes the loaded publication. Creates the navigator the first time. */
    open(opened: LoadedPublication, create: (map: BookMap) => Navigator): Navigator {
      batch(() => {
        publication.value = opened.publication
        manifest.value = opened.manifest
      })
      navigator ??= create(map.value!)
      navigator.setBase(opened.base)
      return navigator
    },
    /**
     * Takes a fresh address. The text stays of the revision that was opened, though the book was imported again:
     * annotations are counted in it, and searched for in the new one.
     */
    renew(opened: LoadedPublication) {
      navigator?.setBase(opened.base)
      const { revision } = publication.value ?? opened.publication
      publication.value = { ...opened.publication, revision }
    },
  }
}
