/** The launch path and the screens of the embedded application (specification, sections 1 and 4). */
export const LAUNCH_PATH = '/launch'

/** Query parameters of the launch address. */
export const launchParameters = {
  token: 'token',
  redirect: 'redirect',
  embed: 'embed',
  closable: 'closable',
} as const

export type Screen =
  | { name: 'home' }
  | { name: 'explore' }
  | { name: 'ebooks' }
  | { name: 'library' }
  | { name: 'profile' }
  /** The member's annotations, in all titles or in one. */
  | { name: 'notebook'; of?: string }
  /** The member's queue. */
  | { name: 'queue' }
  /** The member's lists, or one of them. */
  | { name: 'lists'; of?: string }
  | { name: 'title'; id: string }
  | { name: 'player'; id: string }
  | { name: 'reader'; id: string }

const fixedScreens: Record<string, Screen> = {
  '/': { name: 'home' },
  '/explorar': { name: 'explore' },
  '/ler': { name: 'ebooks' },
  '/biblioteca': { name: 'library' },
  '/perfil': { name: 'profile' },
  '/a-seguir': { name: 'queue' },
}

/** Screens of one title, by the first segment of their paths. */
const titleScreens: Record<string, 'title' | 'player' | 'reader'> = {
  titulo: 'title',
  player: 'player',
  leitor: 'reader',
}

export function screenPatterns(): string[] {
  const ofTitles = Object.keys(titleScreens).map((name) => `/${name}/:id`)
  return [...Object.keys(fixedScreens), '/notas', '/notas/:id', '/listas', '/listas/:id', ...ofTitles]
}

/** Returns the screen of an address; undefined for an unknown one, for which the caller opens the home screen. */
export function matchScreen(path: string): Screen | undefined {
  const pathname = path.replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1')
  const fixed = Object.hasOwn(fixedScreens, pathname) ? fixedScreens[pathname] : undefined
  if (fixed) return fixed
  const [notebook, of] = /^\/notas(?:\/([\w-]{1,64}))?$/.exec(pathname) ?? []
  if (notebook) return { name: 'notebook', ...(of && { of }) }
  const [lists, list] = /^\/listas(?:\/([\w-]{1,64}))?$/.exec(pathname) ?? []
  if (lists) return { name: 'lists', ...(list && { of: list }) }
  const [, name = '', id] = /^\/(titulo|player|leitor)\/([\w-]{1,64})$/.exec(pathname) ?? []
  return id ? { name: titleScreens[name]!, id } : undefined
}

export function screenPath(screen: Screen): string {
  switch (screen.name) {
    case 'home':
      return '/'
    case 'explore':
      return '/explorar'
    case 'ebooks':
      return '/ler'
    case 'library':
      return '/biblioteca'
    case 'profile':
      return '/perfil'
    case 'queue':
      return '/a-seguir'
    case 'notebook':
      return screen.of ? `/notas/${screen.of}` : '/notas'
    case 'lists':
      return screen.of ? `/listas/${screen.of}` : '/listas'
    case 'title':
      return `/titulo/${screen.id}`
    case 'player':
      return `/player/${screen.id}`
    case 'reader':
      return `/leitor/${screen.id}`
  }
}
