import type { Me } from '@estante/contract/panel/admins.ts'
import {
  BuildingIcon,
  ChartIcon,
  ChecklistIcon,
  HistoryIcon,
  type Icon,
  KeyIcon,
  LibraryIcon,
  ListIcon,
  PaletteIcon,
  PeopleIcon,
  PersonIcon,
  PulseIcon,
  ReadersIcon,
  ShieldIcon,
  UploadIcon,
} from '@estante/design/icons/icons.tsx'
import type { Section } from '../router.ts'

export const sectionIcons: Record<Section, Icon> = {
  firstSteps: ChecklistIcon,
  integrations: KeyIcon,
  log: ListIcon,
  members: ReadersIcon,
  usage: ChartIcon,
  catalog: LibraryIcon,
  imports: UploadIcon,
  appearance: PaletteIcon,
  partners: BuildingIcon,
  health: PulseIcon,
  privacy: ShieldIcon,
  team: PeopleIcon,
  audit: HistoryIcon,
  account: PersonIcon,
}

/** The sections of a partner's people, those used together side by side. Who may see each is the service's to say. */
const OF_PARTNER: readonly (readonly Section[])[] = [
  ['integrations', 'log'],
  ['members', 'usage'],
  ['firstSteps', 'appearance', 'privacy', 'team', 'audit', 'account'],
]

/** While an integration is being made, whoever makes it arrives at what there is to do. */
const OF_BEGINNERS: readonly (readonly Section[])[] = [
  ['firstSteps', 'integrations', 'log'],
  ['members', 'usage'],
  ['appearance', 'privacy', 'team', 'audit', 'account'],
]

/** Who sees and changes nothing arrives at the figures. */
const OF_ANALYST: readonly (readonly Section[])[] = [
  ['usage', 'members'],
  ['integrations', 'log'],
  ['firstSteps', 'appearance', 'privacy', 'team', 'account'],
]

const OF_OPERATOR: readonly (readonly Section[])[] = [
  ['partners', 'log', 'health'],
  ['catalog', 'imports'],
  ['team', 'audit', 'account'],
]

/** The places of whoever is signed in, in groups; the first of all is where they arrive. */
export function sectionGroupsOf(me: Me): readonly (readonly Section[])[] {
  if (!me.partner) return OF_OPERATOR
  if (me.admin.role === 'analyst') return OF_ANALYST
  const groups = me.partner.isBeginning ? OF_BEGINNERS : OF_PARTNER
  // What was done in the team is for who answers for it.
  return me.admin.role === 'owner' ? groups : groups.map((group) => group.filter((section) => section !== 'audit'))
}

/** Whether a place is of whoever runs the service alone. */
export function isOfOperator(section: Section): boolean {
  return OF_OPERATOR.flat().includes(section) && !OF_PARTNER.flat().includes(section)
}

export function sectionsOf(me: Me): readonly Section[] {
  return sectionGroupsOf(me).flat()
}
