import type { AccentPalette } from '@estante/contract/play/launch.ts'

interface Root {
  style: Pick<CSSStyleDeclaration, 'setProperty' | 'removeProperty'>
}

const properties = {
  accent: '--color-accent',
  strong: '--color-accent-strong',
  soft: '--color-accent-soft',
  onAccent: '--color-on-accent',
} as const

/** Sets the accent colour: a partner's, adapted to light or dark screens, or the service's own. */
export function wearAccent(root: Root, palette: AccentPalette | null | undefined, isDark: boolean) {
  const colors = palette?.[isDark ? 'dark' : 'light']
  for (const [name, property] of Object.entries(properties)) {
    const color = colors?.[name as keyof typeof properties]
    if (color) root.style.setProperty(property, color)
    else root.style.removeProperty(property)
  }
}
