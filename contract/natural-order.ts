/** The order of names with numbers: “volume 2” comes before “volume 10”. Ignores case and accents. */
export const NATURAL_ORDER = new Intl.Collator('pt', { numeric: true, sensitivity: 'base' })
