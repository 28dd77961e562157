import { useLoaded } from '@estante/client/pages.ts'
import { allEbooks } from '../explore/catalog.ts'
import { PublicationResults } from '../explore/publication-results.tsx'
import { BookShelf } from '../publication/book-shelf.tsx'
import { isStarted } from '../publication/publication.ts'
import { useResource } from '../session/resource.ts'
import { ScreenHeader } from '../shell/screen-header.tsx'
import { text } from './text.ts'
import './ebooks-screen.css'

export function EbooksScreen() {
  const library = useResource('/play/v1/library')
  const reading = library.data.value?.items.filter((item) => item.type === 'ebook' && isStarted(item)) ?? []
  return (
    <div class="stack gap-6">
      <ScreenHeader title={text.title} />
      <BookShelf title={text.reading} publications={reading} />
      <div>
        {reading.length > 0 && <h2 class="ebooks__heading">{text.all}</h2>}
        <PublicationResults
          list={useLoaded(allEbooks)}
          heading={text.all}
          emptyTitle={text.emptyTitle}
          emptyHelp={text.emptyHelp}
        />
      </div>
    </div>
  )
}
