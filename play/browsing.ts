/** Loads the code of the browsing screens once the first screen is there. */
const load = () => import('./browsing-screens.ts')

export const loadExplore = () => load().then((screens) => screens.ExploreScreen)
export const loadEbooks = () => load().then((screens) => screens.EbooksScreen)
export const loadLibrary = () => load().then((screens) => screens.LibraryScreen)
export const loadLists = () => load().then((screens) => screens.ListsScreen)
export const loadProfile = () => load().then((screens) => screens.ProfileScreen)
export const loadTitle = () => load().then((screens) => screens.TitleScreen)
export const loadQueue = () => load().then((screens) => screens.QueueScreen)
export const loadBookSheet = () => load().then((screens) => screens.BookSheet)
export const loadDiscoveries = () => load().then((screens) => screens.Discoveries)
