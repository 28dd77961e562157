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

/** The sections for a partner's team, related ones together. The service decides who may see each. */
const OF_PARTNER: readonly (readonly Section[])[] = [
  ['integrations', 'log'],
  ['members', 'usage'],
  ['firstSteps', 'appearance', 'privacy', 'team', 'audit', 'account'],
]

/** The first section of a developer or owner during the integration. */
const OF_BEGINNERS: readonly (readonly Section[])[] = [
  ['firstSteps', 'integrations', 'log'],
  ['members', 'usage'],
  ['appearance', 'privacy', 'team', 'audit', 'account'],
]

/** The first section of an analyst: the figures. */
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

/** Lists the sections of an admin, in groups; the first one is where they arrive. */
export function sectionGroupsOf(me: Me): readonly (readonly Section[])[] {
  if (!me.partner) return OF_OPERATOR
  if (me.admin.role === 'analyst') return OF_ANALYST
  const groups = me.partner.isBeginning ? OF_BEGINNERS : OF_PARTNER
  // The team's audit is for owners.
  return me.admin.role === 'owner' ? groups : groups.map((group) => group.filter((section) => section !== 'audit'))
}

/** Whether a section is for operators only. */
export function isOfOperator(section: Section): boolean {
  return OF_OPERATOR.flat().includes(section) && !OF_PARTNER.flat().includes(section)
}

export function sectionsOf(me: Me): readonly Section[] {
  return sectionGroupsOf(me).flat()
}
