import type { Context } from '../../context.ts'
import { renewFacets } from '../../publications/write-publication.ts'
import { type UpgradeOptions, type UpgradeReport, upgradeTitles } from './upgrade-titles.ts'

/** Lists titles of earlier versions by their authors, narrators, subjects and series, as an import does now. */
export function renewAllFacets(context: Context, options: UpgradeOptions): Promise<UpgradeReport> {
  return upgradeTitles(context, undefined, options, (id) => context.db.write((tx) => renewFacets(tx, id)))
}
