import type { PublicationCard } from '@estante/contract/play/publications.ts'
import { facetAddress } from '../explore/search-address.ts'
import { BookShelf } from '../publication/book-shelf.tsx'
import { withoutWork } from '../publication/publication.ts'
import { useResource } from '../session/resource.ts'
import { text } from '../text.ts'

/** The shelves of the home screen that depend on the started titles, below `first` and `listedAbove`. */
export function Discoveries({
  listedAbove,
  first,
}: {
  listedAbove: readonly PublicationCard[]
  first: PublicationCard
}) {
  const discoveries = useResource('/play/v1/discoveries').data.value
  if (!discoveries) return null
  const { moreBy, subjects } = discoveries
  const others = (publications: PublicationCard[]) => withoutWork(publications, first)
  const short = others(discoveries.short)
  // In a catalog of mostly short titles, this shelf would repeat the shelf above.
  const isNews = short.some(({ id }) => !listedAbove.some((one) => one.id === id))
  return (
    <>
      {moreBy && (
        <BookShelf
          title={text.home.moreBy(moreBy.facet.name)}
          publications={others(moreBy.items)}
          more={{ href: facetAddress(moreBy.facet), label: text.home.seeAll }}
        />
      )}
      {isNews && <BookShelf title={text.home.short} publications={short} />}
      {subjects.map(({ facet, items }) => (
        <BookShelf
          key={facet.key}
          title={facet.name}
          publications={others(items)}
          more={{ href: facetAddress(facet), label: text.home.seeAll }}
        />
      ))}
    </>
  )
}
