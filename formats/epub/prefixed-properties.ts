/** Properties that EPUB 3.0 prefixed, and that are standard without the prefix. */
const PREFIXED_PROPERTIES = `writing-mode text-orientation text-emphasis text-emphasis-color text-emphasis-position
  text-emphasis-style text-underline-position text-align-last text-transform line-break word-break ruby-position hyphens`

const STANDARD_NAMES = new Map([
  ...PREFIXED_PROPERTIES.split(/\s+/).map((name) => [`-epub-${name}`, name] as const),
  ['-webkit-writing-mode', 'writing-mode'],
  ['-epub-text-combine', 'text-combine-upright'],
  ['-epub-text-combine-horizontal', 'text-combine-upright'],
  ['text-transform', 'text-transform'],
])
const STANDARD_VALUES = new Map([
  ['text-orientation: vertical-right', 'mixed'],
  ['text-orientation: sideways-right', 'sideways'],
  ['text-orientation: rotate-right', 'sideways'],
  ['text-orientation: rotate-normal', 'sideways'],
  ['text-combine-upright: horizontal', 'all'],
  ['text-underline-position: alphabetic', 'auto'],
  ['text-transform: -epub-fullwidth', 'full-width'],
])

/**
 * Returns the standard name of a property whose name or values EPUB 3.0 prefixed. Books still use them; Firefox supports
 * only the standard ones: https://www.w3.org/TR/epub-33/#sec-css-prefixed
 */
export function standardNameOf(property: string): string | undefined {
  return STANDARD_NAMES.get(property.toLowerCase())
}

export function standardValueOf(name: string, value: string): string | undefined {
  return STANDARD_VALUES.get(`${name}: ${value.toLowerCase()}`)
}
