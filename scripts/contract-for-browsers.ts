/** The contract's modules without schemas: browsers may load no others. */
export const CONTRACT_FOR_BROWSERS = [
  'contract/accent.ts',
  'contract/annotations-markdown.ts',
  'contract/audit-sentence.ts',
  'contract/baseline.ts',
  'contract/bridge.ts',
  'contract/date-format.ts',
  'contract/errors.ts',
  'contract/file-groups.ts',
  'contract/guided-navigation.ts',
  'contract/language-tag.ts',
  'contract/natural-order.ts',
  'contract/role-names.ts',
  'contract/screens.ts',
  'contract/slug.ts',
  'contract/visible-text.ts',
]
