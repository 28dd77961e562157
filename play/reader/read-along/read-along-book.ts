import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import type { ReadonlySignal } from '@preact/signals'
import type { Palette } from '../appearance.ts'
import type { BookMap } from '../book-map.ts'
import type { Navigator } from '../navigator.ts'
import type { Position } from '../position.ts'

/** The book on the screen, as the voice needs it. */
export interface ReadAlongBook {
  manifest: Manifest
  map: BookMap
  navigator: Pick<Navigator, 'pageStart' | 'currentDocument' | 'currentText' | 'lettersOf' | 'isOnShow' | 'readOn'>
  position: ReadonlySignal<Position | undefined>
  palette: ReadonlySignal<Palette>
  publication: ReadonlySignal<PublicationDetail | undefined>
  /** Of what the manifest names, now: addresses are renewed. */
  address(href: string): string
  renew(): Promise<void>
}
