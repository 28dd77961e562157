import { outlined } from '@estante/design/icons/drawing.tsx'

export const LargerIcon = outlined('M12 5.5v13', 'M5.5 12h13')
export const SmallerIcon = outlined('M5.5 12h13')
