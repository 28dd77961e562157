import type { AccentPalette } from '@estante/contract/play/launch.ts'

interface Root {
  style: Pick<CSSStyleDeclaration, 'setProperty' | 'removeProperty'>
}

const properties = {
  accent: '--color-accent',
  strong: '--color-accent-strong',
  soft: '--color-accent-soft',
  onAccent: '--color-on-accent',
  fill: '--color-fill',
  onFill: '--color-on-fill',
  onDark: '--color-accent-on-dark',
} as const

/** Sets the accent colour: a partner's, adapted to light or dark screens, or the service's own. */
export function applyAccent(root: Root, palette: AccentPalette | null | undefined, isDark: boolean) {
  const colors = palette && { ...palette[isDark ? 'dark' : 'light'], onDark: palette.dark.accent }
  for (const [name, property] of Object.entries(properties)) {
    const color = colors?.[name as keyof typeof properties]
    if (color) root.style.setProperty(property, color)
    else root.style.removeProperty(property)
  }
}
