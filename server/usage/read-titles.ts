import type { PublicationType } from '@estante/contract/partner/catalog.ts'
import { sql } from 'kysely'
import type { Month } from '../calendar.ts'
import type { Connection } from '../db/database.ts'
import { ofTenancy, type Tenancy } from '../tenancy.ts'

export interface TitleMonth {
  publicId: string
  /** Present type, title and author. */
  now: { type: PublicationType; title: string; author: string }
  /** Title and author when the month first counted it. */
  title: string
  author: string
  titlesStarted: number
  listeningSeconds: number
  readingChapters: number
}

type TitleKey = Pick<TitleMonth, 'listeningSeconds' | 'readingChapters' | 'publicId'>

export function titleKey({ listeningSeconds, readingChapters, publicId }: TitleMonth): string {
  return JSON.stringify({ listeningSeconds, readingChapters, publicId } satisfies TitleKey)
}

/** Reads the titles of a month, the most heard first, then the most read, from after the title with the key. */
export async function readTitles(
  db: Connection,
  tenancy: Tenancy,
  month: Month,
  { after, limit }: { after?: string | undefined; limit?: number },
): Promise<TitleMonth[]> {
  const key = after === undefined ? undefined : (JSON.parse(after) as TitleKey)
  const seconds = sql<number>`sum(listening_seconds)`
  const chapters = sql<number>`sum(reading_chapters)`
  const rows = await db
    .with('counted', (counted) =>
      counted
        .selectFrom('usage_title')
        .select((row) => [
          'publication_id',
          row.fn.sum<number>('titles_started').as('titles_started'),
          seconds.as('listening_seconds'),
          chapters.as('reading_chapters'),
          row.fn.min('shard').as('shard'),
        ])
        .where(ofTenancy(tenancy))
        .where('month', '=', month)
        .groupBy('publication_id')
        .$if(key !== undefined, (query) =>
          query.having(
            sql<boolean>`(${seconds}, ${chapters}, publication_id) < (${key?.listeningSeconds}, ${key?.readingChapters},
              (select id from publication where public_id = ${key?.publicId}))`,
          ),
        )
        .orderBy('listening_seconds', 'desc')
        .orderBy('reading_chapters', 'desc')
        .orderBy('publication_id', 'desc')
        .$if(limit !== undefined, (query) => query.limit(limit ?? 0)),
    )
    .selectFrom('counted')
    // Take the title's name from its first shard, so that a closed month always shows the same name.
    .innerJoin('usage_title as named', (join) =>
      join
        .onRef('named.publication_id', '=', 'counted.publication_id')
        .onRef('named.shard', '=', 'counted.shard')
        .on('named.partner_id', '=', tenancy.partnerId)
        .on('named.environment', '=', tenancy.environment)
        .on('named.month', '=', month),
    )
    .innerJoin('publication', 'publication.id', 'counted.publication_id')
    .select([
      'counted.titles_started',
      'counted.listening_seconds',
      'counted.reading_chapters',
      'named.title',
      'named.author',
      'publication.public_id',
      'publication.type',
      'publication.title as title_now',
      'publication.author as author_now',
    ])
    .orderBy('counted.listening_seconds', 'desc')
    .orderBy('counted.reading_chapters', 'desc')
    .orderBy('counted.publication_id', 'desc')
    .execute()
  return rows.map((row) => ({
    publicId: row.public_id,
    now: { type: row.type, title: row.title_now, author: row.author_now },
    title: row.title,
    author: row.author,
    titlesStarted: row.titles_started,
    listeningSeconds: row.listening_seconds,
    readingChapters: row.reading_chapters,
  }))
}
