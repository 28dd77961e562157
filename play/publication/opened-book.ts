import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { signal } from '@preact/signals'

/** The card whose dots were pressed last, and whether its sheet of actions is open. */
export const openedBook = signal<{ publication: PublicationCard; isOpen: boolean } | undefined>()
