/** The launch path and the screens of the embedded application (specification, sections 1 and 4). */
export const LAUNCH_PATH = '/launch'

export type Screen =
  | { name: 'home' }
  | { name: 'explore' }
  | { name: 'ebooks' }
  | { name: 'library' }
  | { name: 'profile' }
  /** The member's annotations, in all titles or in one. */
  | { name: 'notebook'; of?: string }
  | { name: 'queue' }
  /** The member's lists, or one of them. */
  | { name: 'lists'; of?: string }
  | { name: 'title'; id: string }
  | { name: 'player'; id: string }
  | { name: 'reader'; id: string }

/** The path of each screen; of one with an id, the part before it. */
const paths = {
  home: '/',
  explore: '/explorar',
  ebooks: '/ler',
  library: '/biblioteca',
  profile: '/perfil',
  queue: '/a-seguir',
  notebook: '/notas',
  lists: '/listas',
  title: '/titulo',
  player: '/player',
  reader: '/leitor',
} as const satisfies Record<Screen['name'], string>

export function screenPatterns(): string[] {
  return Object.entries(paths).flatMap(([name, path]) => {
    if (isOfTitle(name)) return [`${path}/:id`]
    return mayHaveId(name) ? [path, `${path}/:id`] : [path]
  })
}

/** Returns the screen of an address; undefined for an unknown one, for which the caller opens the home screen. */
export function matchScreen(path: string): Screen | undefined {
  const pathname = path.replace(/[?#].*$/s, '').replace(/(.)\/$/, '$1')
  const [, screen, id] = /^(\/[a-z-]*)(?:\/([\w-]{1,64}))?$/.exec(pathname) ?? []
  const name = (Object.keys(paths) as Screen['name'][]).find((one) => paths[one] === screen)
  if (!name) return undefined
  if (isOfTitle(name)) return id ? { name, id } : undefined
  if (mayHaveId(name)) return { name, ...(id && { of: id }) }
  return id ? undefined : { name }
}

export function screenPath(screen: Screen): string {
  const id = 'id' in screen ? screen.id : 'of' in screen && screen.of
  return id ? `${paths[screen.name]}/${id}` : paths[screen.name]
}

function isOfTitle(name: string): name is 'title' | 'player' | 'reader' {
  return name === 'title' || name === 'player' || name === 'reader'
}

function mayHaveId(name: string): name is 'notebook' | 'lists' {
  return name === 'notebook' || name === 'lists'
}
