/** Features that are always progressive enhancements, and the effect of their absence. */
const ORNAMENTS: [keys: RegExp, without: string][] = [
  [/^css\.properties\.cursor\b/, 'a phone has no pointer'],
  [/^css\.at-rules\.media\.forced-colors$|^css\.properties\.forced-color-adjust\b/, 'no colours are forced'],
  [/^css\.properties\.text-wrap\b/, 'lines break where they are full'],
  [/^css\.properties\.overscroll-behavior\b/, 'at the end of a sheet, what is behind it scrolls'],
  [/^css\.properties\.scrollbar-|^css\.selectors\.-(?:webkit|moz)-/, 'it looks as the engine draws it'],
  [/^css\.properties\.(?:align-content|place-items)\.(?:start|end)$/, 'lines share the room that is left'],
  [/^css\.properties\.(?:orphans|widows|break-after\.avoid)$/, 'a line or a heading may end a page'],
  [/^css\.selectors\.selection$/, 'what is selected looks as the engine draws it'],
]

/** Whether a feature is a progressive enhancement, which needs no declaration. */
export function isOrnament(key: string): boolean {
  return ORNAMENTS.some(([keys]) => keys.test(key))
}
