import { filledIcon, outlineIcon } from './drawing.tsx'

/* Icons of the player and the reader, apart from the others since those screens are loaded lazily. */

export const PauseIcon = filledIcon(
  'M7 4.5h2.6c.5 0 .9.4.9.9v13.2c0 .5-.4.9-.9.9H7a.9.9 0 0 1-.9-.9V5.4c0-.5.4-.9.9-.9z',
  'M14.4 4.5H17c.5 0 .9.4.9.9v13.2c0 .5-.4.9-.9.9h-2.6a.9.9 0 0 1-.9-.9V5.4c0-.5.4-.9.9-.9z',
)
export const SkipBackIcon = outlineIcon('M4.5 12a7.5 7.5 0 1 0 2.4-5.5', 'M4.3 3.5v3.8h3.8')
export const SkipForwardIcon = outlineIcon('M19.5 12a7.5 7.5 0 1 1-2.4-5.5', 'M19.7 3.5v3.8h-3.8')
export const PreviousIcon = filledIcon(
  'M6 5h2v14H6z',
  'M18.5 5.6v12.8c0 .7-.8 1.1-1.3.7L9 12.7a.9.9 0 0 1 0-1.4l8.2-6.4c.5-.4 1.3 0 1.3.7z',
)
export const NextIcon = filledIcon(
  'M16 5h2v14h-2z',
  'M5.5 5.6v12.8c0 .7.8 1.1 1.3.7L15 12.7a.9.9 0 0 0 0-1.4L6.8 4.9c-.5-.4-1.3 0-1.3.7z',
)
export const QueueIcon = outlineIcon('M4 6h16', 'M4 11h9', 'M4 16h6', 'M17 12v8', 'M13 16h8')
/** Bookmarks a page or a second. */
export const RibbonIcon = outlineIcon('M7 4h10v16l-5-3.8L7 20z')
export const RibbonFilledIcon = filledIcon('M6.2 3.2h11.6v18.4L12 17.2l-5.8 4.4z')
export const UpIcon = outlineIcon('M5.5 14.5 12 8l6.5 6.5')
export const NotebookIcon = outlineIcon(
  'M6.5 3.5h11a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1z',
  'M9 3.5v17',
  'M12 8.5h3.5',
  'M12 12h3.5',
)
export const LockIcon = outlineIcon('M6 11h12v9.5H6z', 'M8.5 11V7.8a3.5 3.5 0 0 1 7 0V11', 'M12 15v2')
export const CastIcon = outlineIcon('M4 8V5.5h16v13h-6', 'M4 12a6.5 6.5 0 0 1 6.5 6.5', 'M4 15.8a2.7 2.7 0 0 1 2.7 2.7')
export const SpeedIcon = outlineIcon(
  'M5.6 18.5a8.5 8.5 0 1 1 12.8 0',
  'm12 13 3.6-4.6',
  'M12 14.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4z',
)
