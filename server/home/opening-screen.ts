import type { LaunchAnswer } from '@estante/contract/play/launch.ts'
import { matchScreen } from '@estante/contract/screens.ts'
import type { Context } from '../context.ts'
import { readPublication } from '../library/read-publication.ts'
import type { SignedInMember } from '../members/member-session.ts'
import { readPreferences } from '../preferences/preferences.ts'
import type { TitleIndex } from '../title-search/title-index.ts'
import { readHome } from './home.ts'

/**
 * Loads the first data of the screen at a path. An unknown path gets the home screen's, and an unknown title none.
 */
export async function readOpeningScreen(
  context: Context,
  index: TitleIndex,
  now: number,
  member: SignedInMember,
  path: string,
): Promise<Pick<LaunchAnswer, 'home' | 'publication' | 'preferences'>> {
  const screen = matchScreen(path) ?? { name: 'home' }
  if (screen.name === 'home') return { home: await readHome(context, index, member) }
  const publication = 'id' in screen ? await readPublication(context, index, now, member, screen.id) : undefined
  return publication ? { publication, preferences: await readPreferences(context.db.read, member) } : {}
}
