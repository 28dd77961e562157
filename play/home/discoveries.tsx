import type { Facet } from '@estante/contract/play/facets.ts'
import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { BatchedRows } from '@estante/design/long-list/batched-rows.tsx'
import { facetAddress } from '../explore/search-address.ts'
import { BookShelf } from '../publication/book-shelf.tsx'
import { firstShelves } from '../publication/first-cards.ts'
import { withoutWork } from '../publication/publication.ts'
import { useResource } from '../session/resource.ts'
import { text } from '../text.ts'
import { withoutRepeatedShelves } from './without-repeated-shelves.ts'

/** The shelves of the home screen that depend on the started titles, below `first` and `listedAbove`. */
export function Discoveries({ listedAbove, first }: { listedAbove: PublicationCard[]; first: PublicationCard }) {
  const discoveries = useResource('/play/v1/discoveries').data.value
  if (!discoveries) return null
  const { moreBy, short, subjects } = discoveries
  const others = (publications: PublicationCard[]) => withoutWork(publications, first)
  const seeAll = (facet: Facet) => ({ href: facetAddress(facet), label: text.home.seeAll })
  const shelves = [
    ...(moreBy
      ? [{ title: text.home.moreBy(moreBy.facet.name), publications: others(moreBy.items), more: seeAll(moreBy.facet) }]
      : []),
    { title: text.home.short, publications: others(short) },
    ...subjects.map(({ facet, items }) => ({ title: facet.name, publications: others(items), more: seeAll(facet) })),
  ]
  return (
    <BatchedRows rows={withoutRepeatedShelves(shelves, others(listedAbove))} first={firstShelves()} more={1}>
      {(shelf) => <BookShelf key={shelf.title} {...shelf} />}
    </BatchedRows>
  )
}
