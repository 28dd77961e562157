import { leftBy } from '../router.ts'

/** The least width of a card on a shelf, in pixels. */
const CARD_WIDTH = 132
/** The least area of a card in a grid. */
const CARD_AREA = 60_000

/**
 * Returns the number of cards or shelves to render at once: as many as fill the screen, or all on a return, which
 * scrolls to where the member left and focuses the link that was followed.
 */
function first(ofScreen: number): number {
  return leftBy === undefined ? Math.ceil(ofScreen) : Infinity
}

export const firstOfShelf = () => first(screen.width / CARD_WIDTH)
export const firstOfGrid = () => first((screen.width * screen.height) / CARD_AREA)
/** Returns the number for home: none with the screen, since each shelf is drawn in a task of its own. */
export const firstShelves = () => first(0)
