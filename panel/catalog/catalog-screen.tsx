import { pathParts } from '../router.ts'
import { ChapterPairsScreen } from './chapter-pairs-screen.tsx'
import { TitleScreen } from './title-screen.tsx'
import { TitlesScreen } from './titles-screen.tsx'
import './catalog-screen.css'

/** The catalog, one title, or the chapters of its two forms, by the address. */
export function CatalogScreen() {
  const [id, part] = pathParts.value
  if (id === undefined) return <TitlesScreen />
  return part === 'capitulos' ? <ChapterPairsScreen key={id} id={id} /> : <TitleScreen key={id} id={id} />
}
