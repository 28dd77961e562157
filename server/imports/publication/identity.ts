import type { Metadata } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { isVisible } from '@estante/contract/text.ts'
import { indexable, listNames, type Naming, UNKNOWN_AUTHOR } from '../../publications/naming.ts'
import { toSearchText } from '../../search-text.ts'

/** Returns the title, author and narrator for display; never empty. */
export function nameTitle({ title, author, narrator }: Metadata, fileTitle: string): Naming {
  return {
    title: (isVisible(title) && title.trim()) || fileTitle || 'Sem título',
    author: listNames(author) || UNKNOWN_AUTHOR,
    narrator: listNames(narrator ?? []) || null,
  }
}

/**
 * Derives the key by which a second file is a new revision of a publication: a globally unique identifier; else the
 * file's own with title and author; else title, author and file name.
 */
export function sourceKey(
  type: PublicationType,
  identifier: string | undefined,
  naming: Naming,
  fileName: string,
): string {
  const unique = identifier && (toIsbn(identifier) ?? toUuid(identifier))
  if (unique) return `${type}|${unique}`
  const titleAndAuthor = `${toSearchText(naming.title)}|${toSearchText(naming.author)}`
  return indexable(
    identifier
      ? `${type}|id:${identifier.trim()}|${titleAndAuthor}`
      : `${type}|${titleAndAuthor}|file:${fileName.normalize('NFC')}`,
  )
}

function toUuid(identifier: string): string | undefined {
  const uuid = /^(?:urn:uuid:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.exec(identifier.trim())?.[1]
  return uuid && /[1-9a-f]/i.test(uuid) ? `urn:uuid:${uuid.toLowerCase()}` : undefined
}

// Ten or thirteen digits with a valid check digit; an ISBN-10 is normalized to ISBN-13.
function toIsbn(identifier: string): string | undefined {
  const digits = identifier
    .replace(/^\s*(?:urn:isbn:)?\s*(?:isbn)?[\s:]*/i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase()
  if (/^97[89]\d{10}$/.test(digits))
    return checkDigit13(digits.slice(0, 12)) === digits[12] ? `urn:isbn:${digits}` : undefined
  if (!/^\d{9}[\dX]$/.test(digits)) return undefined
  const sum = [...digits].reduce(
    (total, digit, index) => total + (digit === 'X' ? 10 : Number(digit)) * (10 - index),
    0,
  )
  const stem = `978${digits.slice(0, 9)}`
  return sum % 11 === 0 ? `urn:isbn:${stem}${checkDigit13(stem)}` : undefined
}

function checkDigit13(stem: string): string {
  const sum = [...stem].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return String((10 - (sum % 10)) % 10)
}
