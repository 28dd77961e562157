import { isLanguageTag } from '@estante/contract/language-tag.ts'
import type { editPublication, PanelPublicationDetail } from '@estante/contract/panel/publications.ts'
import type { Body } from '@estante/contract/route.ts'

type Fields = PanelPublicationDetail['fields']
export type FieldName = keyof Fields

/** Unsaved fields: a text, or null to restore the file's. */
export type MetadataDraft = Partial<Record<FieldName, string | null>>

/** Returns the shown value of each field. */
export function valuesOf(fields: Fields): Record<FieldName, string | null> {
  const values = Object.entries(fields).map(([name, { value }]) => [name, value])
  return Object.fromEntries(values) as Record<FieldName, string | null>
}

/** Returns the value of a field in the form. */
export function inputValue(fields: Fields, draft: MetadataDraft, name: FieldName): string {
  const written = draft[name]
  if (written === undefined) return formatValue(name, fields[name].value)
  return written ?? formatValue(name, fields[name].fromFile)
}

/** Placeholders of the import, which fields show as empty. */
const UNKNOWN: Partial<Record<FieldName, string>> = { author: 'Autoria desconhecida', language: 'und' }

function formatValue(name: FieldName, word: string | null): string {
  return word === null || word === UNKNOWN[name] ? '' : word
}

/** Whether a field in the form differs from the file. */
export function isByHand(fields: Fields, draft: MetadataDraft, name: FieldName): boolean {
  const { isEdited, fromFile } = fields[name]
  const written = draft[name]
  if (written === undefined) return isEdited
  return written !== null && written.trim() !== formatValue(name, fromFile)
}

/** Returns the changes to save; undefined without any. A value equal to the file's restores it. */
export function changesOf(fields: Fields, draft: MetadataDraft): Body<typeof editPublication> | undefined {
  const changes: MetadataDraft = {}
  for (const name of Object.keys(draft) as FieldName[]) {
    const written = draft[name]
    if (written === undefined) continue
    const { value, isEdited } = fields[name]
    if (!isByHand(fields, draft, name)) {
      if (isEdited) changes[name] = null
    } else if (!isEdited || written?.trim() !== formatValue(name, value)) {
      changes[name] = written?.trim() ?? null
    }
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

export type Fault = 'titleMissing' | 'authorMissing' | 'languageInvalid'

/** Returns the faults of the form, by field. */
export function faultsOf(fields: Fields, draft: MetadataDraft): Partial<Record<FieldName, Fault>> {
  const isWritten = (name: FieldName) => typeof draft[name] === 'string' && isByHand(fields, draft, name)
  const isMissing = (name: FieldName) => isWritten(name) && inputValue(fields, draft, name).trim() === ''
  return {
    ...(isMissing('title') && { title: 'titleMissing' }),
    ...(isMissing('author') && { author: 'authorMissing' }),
    ...(isWritten('language') && !isLanguageTag(draft.language?.trim() ?? '') && { language: 'languageInvalid' }),
  }
}

/** Names a language: "português (Brasil)" for `pt-BR`; undefined for an invalid code. */
export function nameOfLanguage(code: string): string | undefined {
  if (!isLanguageTag(code)) return undefined
  const name = languages.of(code)
  return name === code ? undefined : name
}

const languages = new Intl.DisplayNames('pt-BR', { type: 'language' })
