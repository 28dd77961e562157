import { pathParts } from '../router.ts'
import { TitleScreen } from './title-screen.tsx'
import { TitlesScreen } from './titles-screen.tsx'
import './catalog-screen.css'

/** The catalog, or one title, by the address. */
export function CatalogScreen() {
  const [id] = pathParts.value
  return id === undefined ? <TitlesScreen /> : <TitleScreen key={id} id={id} />
}
