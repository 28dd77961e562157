import { randomUUID } from 'node:crypto'
import type { Metadata } from '@estante/contract/manifest.ts'
import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { UNAUDITED } from '../audit/audit.ts'
import type { Context } from '../context.ts'
import { newId } from '../db/ids.ts'
import { changePublicationState } from '../publications/change-state.ts'
import { searchTextOf } from '../publications/metadata.ts'
import { insertPublication } from '../publications/write-publication.ts'

/** Inserts a title as an import would, without files. Returns its id. */
export async function addPublication(
  { db, clock }: Context,
  title: {
    type: PublicationType
    title: string
    author?: string
    language?: string
    work?: string
    durationMs?: number
    chapters?: number
    hrefs?: string[]
    metadata?: Partial<Metadata>
  },
): Promise<string> {
  const id = newId('pub')
  const { author = 'Marina Duarte', language = 'pt-BR' } = title
  const metadata = { title: title.title, author: [author], language: [language], ...title.metadata }
  await db.write((tx) =>
    insertPublication(tx, {
      public_id: id,
      type: title.type,
      source_key: randomUUID(),
      content_hash: randomUUID(),
      revision: 1,
      title: title.title,
      author,
      language,
      work_key: title.work ?? randomUUID(),
      search_text: searchTextOf(
        { title: title.title, author: title.author ?? '', narrator: null },
        title.metadata ?? {},
      ),
      duration_ms: title.type === 'audiobook' ? (title.durationMs ?? 600_000) : null,
      chapters: title.type === 'ebook' ? (title.chapters ?? 10) : null,
      manifest: JSON.stringify({
        metadata,
        readingOrder: (title.hrefs ?? []).map((href) => ({ href })),
        resources: [],
        toc: [],
      }),
      file_metadata: JSON.stringify({ naming: { title: title.title, author, narrator: null }, metadata }),
      cover_version: '0'.repeat(12),
      cover_ratio: 1,
      cover_color: '#336699',
      cover_source: 'file',
      created_at: clock.now(),
      updated_at: clock.now(),
    }),
  )
  return id
}

export function withdrawPublication(context: Context, id: string): Promise<boolean> {
  return changePublicationState(context, id, { state: 'withdrawn' }, UNAUDITED)
}

export function idsOf(titles: readonly { id: string }[]): string[] {
  return titles.map(({ id }) => id)
}
