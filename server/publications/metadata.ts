import type { Manifest, Metadata } from '@estante/contract/manifest.ts'
import { toOneLine } from '@estante/contract/visible-text.ts'
import type { Publication } from '../db/tables.ts'
import { toSearchText } from '../search-text.ts'
import { type Naming, workKey } from './naming.ts'

/** The metadata of a title that the operator may edit. */
export const METADATA_FIELDS = [
  'title',
  'subtitle',
  'author',
  'narrator',
  'description',
  'language',
  'publisher',
] as const

/** Values edited by hand, which override the file's; an empty text means that there is none. */
export type MetadataEdits = Partial<Record<(typeof METADATA_FIELDS)[number], string>>

/** The metadata of the file, stored beside the displayed metadata so that an edit can be undone. */
export interface FileMetadata {
  naming: Naming
  metadata: Metadata
}

/** Returns the columns of a title that hold its metadata. */
export function toMetadataColumns(
  id: string,
  { naming, metadata }: FileMetadata,
  edits: MetadataEdits,
  manifest: Manifest,
) {
  const edited = metadataOf({ naming, metadata }, edits)
  const { title, author, narrator, language } = edited
  return {
    title,
    author,
    narrator,
    language,
    work_key: workKey(id, edited),
    search_text: searchTextOf(edited, metadata),
    manifest: JSON.stringify({ ...manifest, metadata: edit(metadata, edited, edits) }),
    edits: Object.keys(edits).length > 0 ? JSON.stringify(edits) : null,
    file_metadata: JSON.stringify({ naming, metadata } satisfies FileMetadata),
  }
}

/** Returns the text in which searches find a title. Begins with the title, for lists sorted by it. */
export function searchTextOf({ title, author, narrator }: Naming, { belongsTo }: Pick<Metadata, 'belongsTo'>): string {
  return toSearchText(title, author, narrator ?? '', ...(belongsTo?.series.map(({ name }) => name) ?? []))
}

/** Returns the metadata that is shown: the edited value, else the file's. */
export function metadataOf({ naming, metadata }: FileMetadata, edits: MetadataEdits) {
  return {
    title: oneLine(edits.title || naming.title) || '—',
    subtitle: oneLine(edits.subtitle ?? metadata.subtitle) || null,
    author: oneLine(edits.author || naming.author),
    narrator: oneLine(edits.narrator ?? naming.narrator) || null,
    description: (edits.description ?? metadata.description) || null,
    language: edits.language || (metadata.language[0] ?? 'und'),
    publisher: oneLine(edits.publisher ?? metadata.publisher) || null,
  } satisfies Record<(typeof METADATA_FIELDS)[number], string | null>
}

type EditableMetadata = ReturnType<typeof metadataOf>

function oneLine(text: string | null | undefined): string {
  return toOneLine(text ?? '').trim()
}

export function readFileMetadata({ file_metadata }: Pick<Publication, 'file_metadata'>): FileMetadata {
  return JSON.parse(file_metadata) as FileMetadata
}

export function readMetadataEdits({ edits }: Pick<Publication, 'edits'>): MetadataEdits {
  return edits === null ? {} : (JSON.parse(edits) as MetadataEdits)
}

/** Applies the edits to the manifest's metadata. Names that were not edited stay a list. */
function edit(metadata: Metadata, edited: EditableMetadata, edits: MetadataEdits): Metadata {
  const { subtitle: _, description: __, publisher: ___, narrator, ...rest } = metadata
  return {
    ...rest,
    title: edited.title,
    author: edits.author === undefined ? metadata.author : [edited.author],
    language: edits.language === undefined ? metadata.language : [edited.language],
    ...(edited.subtitle !== null && { subtitle: edited.subtitle }),
    ...(edited.description !== null && { description: edited.description }),
    ...(edited.publisher !== null && { publisher: edited.publisher }),
    ...(edits.narrator === undefined
      ? narrator && { narrator }
      : edited.narrator !== null && { narrator: [edited.narrator] }),
  }
}
