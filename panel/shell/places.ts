import type { Me } from '@estante/contract/panel/admins.ts'
import {
  ChartIcon,
  type Icon,
  KeyIcon,
  LibraryIcon,
  PeopleIcon,
  PersonIcon,
  ReadersIcon,
  UploadIcon,
} from '@estante/design/icons/icons.tsx'
import type { Place } from '../router.ts'

export const placeIcons: Record<Place, Icon> = {
  integrations: KeyIcon,
  members: ReadersIcon,
  usage: ChartIcon,
  catalog: LibraryIcon,
  imports: UploadIcon,
  team: PeopleIcon,
  account: PersonIcon,
}

/** The places of a partner's people, those used together side by side. Who may see each is the service's to say. */
const OF_PARTNER: readonly (readonly Place[])[] = [['integrations'], ['members', 'usage'], ['team', 'account']]

const OF_OPERATOR: readonly (readonly Place[])[] = [
  ['catalog', 'imports'],
  ['team', 'account'],
]

/** The places of whoever is signed in, in groups; the first of all is where they arrive. */
export function placeGroupsOf(me: Me): readonly (readonly Place[])[] {
  return me.partner ? OF_PARTNER : OF_OPERATOR
}

export function placesOf(me: Me): readonly Place[] {
  return placeGroupsOf(me).flat()
}
