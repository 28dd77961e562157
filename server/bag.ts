/**
 * Things that come and go thousands of times a second. A Set would hold them as well, but whenever it makes its table
 * anew V8 has the old table keep the new one alive, with all that was ever in them: once one of them is old, everything
 * that comes and goes stays until the next full collection of memory.
 */
export function createBag<Thing>() {
  const held: { thing: Thing; at: number }[] = []

  return {
    /** Returns what takes it out again, and says whether it was still in. */
    add(thing: Thing): () => boolean {
      const place = { thing, at: held.length }
      held.push(place)
      return () => {
        if (held[place.at] !== place) return false
        const last = held.pop()
        if (last && last !== place) {
          held[place.at] = last
          last.at = place.at
        }
        place.at = -1
        return true
      }
    },
    /** How many are in now. */
    size: () => held.length,
    /** All that is in now, in no order. */
    things: () => held.map(({ thing }) => thing),
  }
}
