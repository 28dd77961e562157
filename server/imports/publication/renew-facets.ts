import type { Context } from '../../context.ts'
import { renewFacets } from '../../publications/write-publication.ts'
import { type UpgradeOptions, type UpgradeReport, upgradeTitles } from './upgrade-titles.ts'

/** Lists titles of earlier versions by their authors, narrators, subjects and series, as an import does now. */
export async function renewAllFacets(context: Context, options: UpgradeOptions): Promise<UpgradeReport> {
  const renew = (id: string) => context.db.write((tx) => renewFacets(tx, id))
  const sound = await upgradeTitles(context, 'audiobook', options, renew)
  const books = await upgradeTitles(context, 'ebook', options, renew)
  return {
    upgraded: [...sound.upgraded, ...books.upgraded],
    failed: [...sound.failed, ...books.failed],
    unchanged: sound.unchanged + books.unchanged,
  }
}
