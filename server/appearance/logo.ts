import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Context } from '../context.ts'
import type { Transaction } from '../db/open.ts'
import { claimFolder, giveUpFolders, keepFolders, supersedeFolder } from '../imports/folder-removal.ts'
import { logoFolder } from './brand.ts'
import { drawLogo } from './draw-logo.ts'

/** How long pages that are open may still ask for a logo that was replaced. */
const LOGO_GRACE_MS = 2 * 24 * 3_600_000

type Alongside = (tx: Transaction) => Promise<void>

/** Draws, stores and shows another logo. The earlier one is removed later, by the ledger of folders. */
export async function storeLogo(
  { db, files, clock }: Context,
  partnerId: string,
  picture: Uint8Array,
  alongside: Alongside,
): Promise<void> {
  const work = await files.workFolder()
  const holder = randomUUID()
  try {
    const { version, tone } = await drawLogo(work, picture)
    const folder = logoFolder(partnerId, version)
    const current = await readVersion(db.read, partnerId)
    if (current === version) return
    const claim = await claimFolder(db, clock.now(), holder, folder)
    if (claim === 'taken') throw new Error('the same logo is being stored or removed')
    try {
      if (claim === 'claimed') await files.putFolder(folder, work)
      await db.write(async (tx) => {
        if (!(await keepFolders(tx, holder, [folder]))) throw new Error('the logo was taken for removal')
        await show(tx, clock.now(), partnerId, { logo_version: version, logo_tone: tone })
        await alongside(tx)
      })
    } catch (error) {
      await giveUpFolders(db, clock.now(), holder, [folder])
      throw error
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Shows no logo any more. False when there was none. */
export async function dropLogo({ db, clock }: Context, partnerId: string, alongside: Alongside): Promise<boolean> {
  return db.write(async (tx) => {
    const wasShown = await show(tx, clock.now(), partnerId, { logo_version: null, logo_tone: null })
    if (wasShown) await alongside(tx)
    return wasShown
  })
}

/** Whether there was another before. */
async function show(
  tx: Transaction,
  now: number,
  partnerId: string,
  logo: { logo_version: string | null; logo_tone: 'dark' | 'light' | 'any' | null },
): Promise<boolean> {
  await tx.selectFrom('partner').select('id').where('id', '=', partnerId).forNoKeyUpdate().execute()
  const current = await readVersion(tx, partnerId)
  await tx.updateTable('partner').set(logo).where('id', '=', partnerId).execute()
  if (current === null || current === logo.logo_version) return false
  await supersedeFolder(tx, logoFolder(partnerId, current), now + LOGO_GRACE_MS)
  return true
}

async function readVersion(db: Transaction, partnerId: string): Promise<string | null> {
  const partner = await db
    .selectFrom('partner')
    .select('logo_version')
    .where('id', '=', partnerId)
    .executeTakeFirstOrThrow()
  return partner.logo_version
}
