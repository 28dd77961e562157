/** The other screens, in one file: a member who opens one opens others. */
export { EbooksScreen } from './ebooks/ebooks-screen.tsx'
export { ExploreScreen } from './explore/explore-screen.tsx'
export { Discoveries } from './home/discoveries.tsx'
export { LibraryScreen } from './library/library-screen.tsx'
export { ProfileScreen } from './profile/profile-screen.tsx'
export { BookSheet } from './publication/book-sheet.tsx'
export { QueueScreen } from './queue/queue-screen.tsx'
export { TitleScreen } from './title/title-screen.tsx'
