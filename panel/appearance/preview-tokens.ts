type Tokens = Record<string, string>

/** Reads the colours of `design/tokens.css` in both schemes, for a preview that shows both. */
export function readSchemeTokens(css: string): { light: Tokens; dark: Tokens } {
  const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)')
  const [ofDark = ''] = dark.split('@media')
  return { light: colorsIn(light), dark: { ...colorsIn(light), ...colorsIn(ofDark) } }
}

function colorsIn(css: string): Tokens {
  return Object.fromEntries([...css.matchAll(/(--color-[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))
}
