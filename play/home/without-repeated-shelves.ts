import type { PublicationCard } from '@estante/contract/play/publications.ts'

/** The share of works in common from which two shelves count as the same. */
const SAME_SHELF = 2 / 3

/**
 * Leaves out a shelf that is empty, that has mostly the works of an earlier shelf or of `listedAbove`, or whose only
 * work is on one of these. The others begin with works that are on none of these.
 */
export function withoutRepeatedShelves<Shelf extends { publications: readonly PublicationCard[] }>(
  shelves: readonly Shelf[],
  listedAbove: readonly PublicationCard[],
): Shelf[] {
  const earlier = [worksOf(listedAbove)]
  return shelves.flatMap((shelf) => {
    const works = worksOf(shelf.publications)
    const isRepeated = (one: ReadonlySet<string>) => {
      const share = shareInCommon(works, one)
      return works.size === 1 ? share > 0 : share >= SAME_SHELF
    }
    if (works.size === 0 || earlier.some(isRepeated)) return []
    const isSeen = (publication: PublicationCard) => earlier.some((one) => one.has(workOf(publication)))
    const publications = [...shelf.publications].sort((one, other) => Number(isSeen(one)) - Number(isSeen(other)))
    earlier.push(works)
    return [{ ...shelf, publications }]
  })
}

function worksOf(publications: readonly PublicationCard[]): Set<string> {
  return new Set(publications.map(workOf))
}

/** Returns a key for a work, the same in both forms. */
function workOf({ id, otherForm }: PublicationCard): string {
  return otherForm && otherForm.id < id ? otherForm.id : id
}

function shareInCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const work of one) if (other.has(work)) common++
  return common / (one.size + other.size - common)
}
