import { filledIcon, outlineIcon } from './drawing.tsx'

export type { Icon } from './drawing.tsx'

export const HomeIcon = outlineIcon(
  'M4 11.2 12 4.5l8 6.7V19a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 19z',
  'M9.5 20.5V14h5v6.5',
)
export const SearchIcon = outlineIcon('M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6z', 'm15.8 15.8 4.7 4.7')
export const BookIcon = outlineIcon(
  'M12 6.6C10.2 5 7.2 4.5 3.5 4.7v13.6c3.7-.2 6.7.4 8.5 1.9 1.8-1.5 4.8-2.1 8.5-1.9V4.7C16.8 4.5 13.8 5 12 6.6z',
  'M12 6.6v13.6',
)
export const LibraryIcon = outlineIcon(
  'M4.5 4.5h3.6v15H4.5z',
  'M8.1 7h3.8v12.5H8.1z',
  'm13.2 6.1 3.5-.9 3.7 13.7-3.5.9z',
)
export const PersonIcon = outlineIcon(
  'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  'M4.5 20.5c.6-3.9 3.4-6 7.5-6s6.9 2.1 7.5 6',
)
export const HeadphonesIcon = outlineIcon(
  'M4 15.5V13a8 8 0 0 1 16 0v2.5',
  'M4 15h2.2c.7 0 1.3.6 1.3 1.3v2.9c0 .7-.6 1.3-1.3 1.3H5.3c-.7 0-1.3-.6-1.3-1.3z',
  'M20 15h-2.2c-.7 0-1.3.6-1.3 1.3v2.9c0 .7.6 1.3 1.3 1.3h.9c.7 0 1.3-.6 1.3-1.3z',
)
export const CloseIcon = outlineIcon('m6 6 12 12', 'M18 6 6 18')
export const BackIcon = outlineIcon('M14.5 5.5 8 12l6.5 6.5')
export const ForwardIcon = outlineIcon('M9.5 5.5 16 12l-6.5 6.5')
export const DownIcon = outlineIcon('M5.5 9.5 12 16l6.5-6.5')
export const MoreIcon = filledIcon(
  'M5.5 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2z',
  'M12 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2z',
  'M18.5 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2z',
)
/** Saves a title to the library. */
export const HeartIcon = outlineIcon(
  'M12 20c-4.5-3.3-8.5-6.8-8.5-11A4.6 4.6 0 0 1 12 6.6 4.6 4.6 0 0 1 20.5 9c0 4.2-4 7.7-8.5 11z',
)
export const HeartFilledIcon = filledIcon(
  'M12 21c-5-3.6-9.3-7.4-9.3-12A5.4 5.4 0 0 1 12 5.4 5.4 5.4 0 0 1 21.3 9c0 4.6-4.3 8.4-9.3 12z',
)
export const PlayIcon = filledIcon(
  'M7.2 4.6v14.8c0 .8.9 1.3 1.6.9l11.6-7.4c.6-.4.6-1.3 0-1.7L8.8 3.7c-.7-.4-1.6.1-1.6.9z',
)
export const ListIcon = outlineIcon('M4 6.5h1', 'M8.5 6.5H20', 'M4 12h1', 'M8.5 12H20', 'M4 17.5h1', 'M8.5 17.5H20')
export const MoonIcon = outlineIcon('M19.5 14.6A8 8 0 0 1 9.4 4.5a8 8 0 1 0 10.1 10.1z')
export const TextIcon = outlineIcon(
  'M3.5 18.5 8.3 6h.9L14 18.5',
  'M5.2 14.5h7',
  'M15.5 18.5l2.7-7h.6l2.7 7',
  'M16.5 16.2h4',
)
export const CheckIcon = outlineIcon('m5 12.5 4.7 4.7L19.5 7')
export const OfflineIcon = outlineIcon(
  'M4 4l16 16',
  'M8.2 12.6a6.5 6.5 0 0 1 2.3-1.4M13.8 11.3a6.5 6.5 0 0 1 2 1.3',
  'M4.8 9.2a11 11 0 0 1 2.7-1.9M11 6.1a11 11 0 0 1 8.2 3.1',
  'M12 18.5h.01',
)
export const LinkIcon = outlineIcon(
  'M10.2 13.8a3.6 3.6 0 0 0 5.1 0l3.2-3.2a3.6 3.6 0 0 0-5.1-5.1l-1 1',
  'M13.8 10.2a3.6 3.6 0 0 0-5.1 0l-3.2 3.2a3.6 3.6 0 0 0 5.1 5.1l1-1',
)
export const ClockIcon = outlineIcon('M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z', 'M12 7.5V12l3 2')
export const CloudIcon = outlineIcon('M7.2 18.5h9.6a4.2 4.2 0 0 0 .6-8.360A5.8 5.8 0 0 0 6.2 11.2a3.7 3.7 0 0 0 1 7.3z')
export const KeyIcon = outlineIcon('M8.5 19.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z', 'm11.8 11.8 8-8', 'm16 7.6 3 3')
export const PeopleIcon = outlineIcon(
  'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z',
  'M2.8 19.5c.5-3.4 2.8-5.3 6.2-5.3s5.7 1.9 6.2 5.3',
  'M15.5 4.9a3.3 3.3 0 0 1 0 6.2',
  'M17.6 14.7c2 .7 3.3 2.3 3.7 4.8',
)
export const CopyIcon = outlineIcon(
  'M9.5 8.5h9a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1z',
  'M15.5 8.5v-4a1 1 0 0 0-1-1h-9a1 1 0 0 0-1 1v10a1 1 0 0 0 1 1h3',
)
export const EyeIcon = outlineIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z',
  'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
)
export const EyeOffIcon = outlineIcon(
  'm4 4 16 16',
  'M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.3M6.4 7.3A15 15 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.6-1.3',
  'M9.9 9.9a3 3 0 0 0 4.2 4.2',
)
export const WarningIcon = outlineIcon('M12 4 2.8 19.5h18.4z', 'M12 10v4.5', 'M12 17v.01')
export const InfoIcon = outlineIcon('M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z', 'M12 11v5', 'M12 8v.01')
export const ShieldIcon = outlineIcon(
  'M12 3.5 4.5 6.3v5.2c0 4.5 3 7.6 7.5 9 4.5-1.4 7.5-4.5 7.5-9V6.3z',
  'm8.7 12 2.3 2.3 4.3-4.5',
)
export const SignOutIcon = outlineIcon('M10 4H5.5a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1H10', 'M15 8l4.5 4-4.5 4', 'M19 12H9.5')
export const PlusIcon = outlineIcon('M12 5v14', 'M5 12h14')
export const RotateIcon = outlineIcon(
  'M19.5 12a7.5 7.5 0 0 1-13 5.1',
  'M4.5 12a7.5 7.5 0 0 1 13-5.1',
  'M17.8 3.2v3.9h-3.9',
  'M6.2 20.8v-3.9h3.9',
)
export const BanIcon = outlineIcon('M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z', 'm6 6 12 12')
export const DesktopIcon = outlineIcon(
  'M4 4.5h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-10a1 1 0 0 1 1-1z',
  'M12 16.5v4',
  'M8 20.5h8',
)
export const PhoneIcon = outlineIcon(
  'M8 2.5h8a1 1 0 0 1 1 1v17a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-17a1 1 0 0 1 1-1z',
  'M11 18.5h2',
)
export const MailIcon = outlineIcon(
  'M4 5.5h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1z',
  'm3.5 7 8.5 6.5L20.5 7',
)
export const TrashIcon = outlineIcon(
  'M4.5 7h15',
  'M9.5 7V4.5h5V7',
  'm6.5 7 .8 12.5h9.4L17.5 7',
  'M10.5 11v5',
  'M13.5 11v5',
)
export const DownloadIcon = outlineIcon('M12 4v11', 'm7.5 11 4.5 4.5 4.5-4.5', 'M4.5 19.5h15')
export const UploadIcon = outlineIcon(
  'M12 15.5V4.5',
  'm7.5 8.5 4.5-4.5 4.5 4.5',
  'M4.5 15.5v3a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-3',
)
export const FolderIcon = outlineIcon(
  'M3.5 6.5a1 1 0 0 1 1-1h4.8l2.2 2.5h8a1 1 0 0 1 1 1v9.5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1z',
)
export const ChartIcon = outlineIcon('M4 20.5h16', 'M6.5 17v-4.5', 'M12 17V5', 'M17.5 17V9')
/** Two people with a book between them. */
export const ReadersIcon = outlineIcon(
  'M7.5 9a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z',
  'M16.5 9a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z',
  'M12 13.5c-2-1.5-4.6-2-8.5-1.8v7.3c3.9-.2 6.5.3 8.5 1.8 2-1.5 4.6-2 8.5-1.8v-7.3c-3.9-.2-6.5.3-8.5 1.8z',
  'M12 13.5v7.3',
)
export const ChecklistIcon = outlineIcon(
  'm3.8 6.6 1.7 1.7 2.9-3.2',
  'm3.8 16.1 1.7 1.7 2.9-3.2',
  'M12 7h8.5M12 16.5h8.5',
)
export const PaletteIcon = outlineIcon(
  'M12 20.5a8.5 8.5 0 1 1 8.5-8.5c0 2.2-1.6 3.2-3.4 3.2h-1.9a1.9 1.9 0 0 0-1.4 3.2c.8.9.3 2.1-1.8 2.1z',
  'M8 12.2h.01M9.8 8.2h.01M14.2 8.2h.01',
)
export const BuildingIcon = outlineIcon(
  'M5.5 20.5v-16a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v16',
  'M14.5 10h3a1 1 0 0 1 1 1v9.5',
  'M3 20.5h18',
  'M8.5 7.5h3',
  'M8.5 11.5h3',
  'M8.5 15.5h3',
)
export const PulseIcon = outlineIcon('M2.5 12.5h4.2l2.6-7.5 4.8 14 2.7-6.5h4.7')
export const HistoryIcon = outlineIcon('M4.2 9A8.5 8.5 0 1 1 3.5 12.6', 'M3.8 4.5V9h4.5', 'M12 7.5V12l3 2')
export const PencilIcon = outlineIcon(
  'm4.5 19.5.9-4.3L16 4.6a1.5 1.5 0 0 1 2.1 0l1.3 1.3a1.5 1.5 0 0 1 0 2.1L8.8 18.6z',
  'm14 6.6 3.4 3.4',
)
/** A page that goes back. */
export const ToDraftIcon = outlineIcon(
  'M6.5 3.5H14L18.5 8v11.5a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1z',
  'M15 14H9',
  'm11.5 11.5L9 14l2.5 2.5',
)
