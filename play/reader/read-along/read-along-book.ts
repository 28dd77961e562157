import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Palette } from '../appearance/appearance.ts'
import type { BookMap } from '../book-map.ts'
import type { Navigator } from '../navigator/navigator.ts'
import type { Position } from '../navigator/position.ts'
import type { VoicePreferences } from '../voice-preferences.ts'

/** A letter of a chapter that a voice is saying. */
export interface SpokenLetter {
  chapter: number
  letter: number
}

export interface ReadAlongBook {
  manifest: Manifest
  map: BookMap
  navigator: Pick<Navigator, 'pageStart' | 'currentDocument' | 'currentText' | 'lettersOf' | 'isVisible' | 'readOn'>
  position: ReadonlySignal<Position | undefined>
  palette: ReadonlySignal<Palette>
  publication: ReadonlySignal<PublicationDetail | undefined>
  preferences: VoicePreferences
  /** Set by a voice, for the reading ruler. */
  spoken: Signal<SpokenLetter | undefined>
  /** The current address of an `href` of the manifest: addresses are renewed. */
  address(href: string): string
  renew(): Promise<void>
  /** Turns past the last page. Returns false when that is not visible. */
  finish(): boolean
  /** Whether the end of the book is shown over its last page. */
  isAtEnd: Signal<boolean>
  /** Milliseconds in which the device was awake. */
  now(): number
}
