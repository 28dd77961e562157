import type { PublicationCard } from '@estante/contract/play/publications.ts'

/** The share of works in common from which two shelves count as the same. */
const SAME_SHELF = 2 / 3

/**
 * Leaves out a shelf that is empty, that has mostly the works of an earlier shelf or of `listedAbove`, or whose only
 * work is on one of these.
 */
export function withoutRepeatedShelves<Shelf extends { publications: readonly PublicationCard[] }>(
  shelves: readonly Shelf[],
  listedAbove: readonly PublicationCard[],
): Shelf[] {
  const earlier = [worksOf(listedAbove)]
  return shelves.filter(({ publications }) => {
    const works = worksOf(publications)
    const isRepeated = (one: ReadonlySet<string>) => {
      const share = shareInCommon(works, one)
      return works.size === 1 ? share > 0 : share >= SAME_SHELF
    }
    const isNew = works.size > 0 && !earlier.some(isRepeated)
    if (isNew) earlier.push(works)
    return isNew
  })
}

/** A key for each work, the same in both forms. */
function worksOf(publications: readonly PublicationCard[]): Set<string> {
  return new Set(publications.map(({ id, otherForm }) => (otherForm && otherForm.id < id ? otherForm.id : id)))
}

function shareInCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const work of one) if (other.has(work)) common++
  return common / (one.size + other.size - common)
}
