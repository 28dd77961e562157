import type { Me } from '@estante/contract/panel/admins.ts'
import {
  ChartIcon,
  ChecklistIcon,
  type Icon,
  KeyIcon,
  LibraryIcon,
  ListIcon,
  PaletteIcon,
  PeopleIcon,
  PersonIcon,
  ReadersIcon,
  UploadIcon,
} from '@estante/design/icons/icons.tsx'
import type { Place } from '../router.ts'

export const placeIcons: Record<Place, Icon> = {
  firstSteps: ChecklistIcon,
  integrations: KeyIcon,
  log: ListIcon,
  members: ReadersIcon,
  usage: ChartIcon,
  catalog: LibraryIcon,
  imports: UploadIcon,
  appearance: PaletteIcon,
  team: PeopleIcon,
  account: PersonIcon,
}

/** The places of a partner's people, those used together side by side. Who may see each is the service's to say. */
const OF_PARTNER: readonly (readonly Place[])[] = [
  ['integrations', 'log'],
  ['members', 'usage'],
  ['firstSteps', 'appearance', 'team', 'account'],
]

/** While an integration is being made, whoever makes it arrives at what there is to do. */
const OF_BEGINNERS: readonly (readonly Place[])[] = [
  ['firstSteps', 'integrations', 'log'],
  ['members', 'usage'],
  ['appearance', 'team', 'account'],
]

const OF_OPERATOR: readonly (readonly Place[])[] = [
  ['catalog', 'imports'],
  ['team', 'account'],
]

/** The places of whoever is signed in, in groups; the first of all is where they arrive. */
export function placeGroupsOf(me: Me): readonly (readonly Place[])[] {
  if (!me.partner) return OF_OPERATOR
  return me.partner.isBeginning && me.admin.role !== 'analyst' ? OF_BEGINNERS : OF_PARTNER
}

export function placesOf(me: Me): readonly Place[] {
  return placeGroupsOf(me).flat()
}
