import { type Actor, appendAudit } from '../audit/audit.ts'
import { DAY_MS } from '../calendar.ts'
import type { Context } from '../context.ts'
import type { Connection, Transaction } from '../db/database.ts'
import { WriteConflict } from '../db/errors.ts'
import type { Partner } from '../db/tables.ts'
import { ApiError } from '../http/errors.ts'
import { createKeyedQueue } from '../keyed-queue.ts'
import { supersedeFolder } from '../storage/folder-ledger.ts'
import { stageFolders } from '../storage/staged-folders.ts'
import { withWorkFolder } from '../storage/work-folder.ts'
import { runInSubprocess } from '../subprocess.ts'
import { isLogoInUse, logoFolder } from './brand.ts'
import type { DrawnLogo, RefusedLogo } from './draw-logo.ts'

/** How long open pages may still request a logo that was replaced. */
const LOGO_GRACE_MS = 2 * DAY_MS

const ATTEMPTS = 5

/** One picture at a time for a partner, so that its uploads do not delay the others'. */
const enqueue = createKeyedQueue()

/** Draws, stores and shows a new logo. The ledger of folders removes the earlier one later. */
export async function storeLogo(context: Context, partnerId: number, picture: Uint8Array, actor: Actor): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await tryToStore(context, partnerId, picture, actor)) return
  }
  throw new WriteConflict()
}

/**
 * Draws and stores a logo. False when the stored folder of the same picture was meanwhile claimed by another upload, or
 * for removal.
 */
async function tryToStore(context: Context, partnerId: number, picture: Uint8Array, actor: Actor): Promise<boolean> {
  const { db, clock } = context
  const folders = stageFolders(context, isLogoInUse)
  try {
    return await withWorkFolder(context.files, async (work) => {
      const drawn = await drawInSubprocess(context, partnerId, work, picture)
      const partner = await selectLogo(db.read, partnerId).executeTakeFirstOrThrow()
      if (partner.logo_version === drawn.version) return true
      const version = await folders.putVersion((one) => logoFolder(partner.public_id, one), drawn.version, work)
      return db.write(async (tx) => {
        if (!(await folders.commit(tx))) return false
        await setLogo(tx, clock.now(), partnerId, { logo_version: version, logo_tone: drawn.tone })
        await appendAudit(tx, clock.now(), actor, 'appearance-changed', null, { fields: 'logo' })
        return true
      })
    })
  } catch (error) {
    await folders.abandon()
    throw error
  }
}

/** Draws in a subprocess, one at a time for each partner. Throws `UNUSABLE_LOGO` and `LOGO_TOO_LONG`. */
async function drawInSubprocess(
  { log }: Context,
  partnerId: number,
  folder: string,
  picture: Uint8Array,
): Promise<DrawnLogo> {
  const task = { folder, picture: Buffer.from(picture).toString('base64') }
  const process = new URL('./logo-process.ts', import.meta.url)
  // A picture that crashes the subprocess is refused.
  const drawn = await enqueue(partnerId, () => runInSubprocess<DrawnLogo | RefusedLogo>(process, task)).catch(
    (error): RefusedLogo => {
      log.warn({ err: error }, 'logo not drawn')
      return { refused: 'UNUSABLE_LOGO' }
    },
  )
  if ('refused' in drawn) throw new ApiError(drawn.refused)
  return drawn
}

/** Removes the partner's logo, if there is one. */
export async function dropLogo({ db, clock }: Context, partnerId: number, actor: Actor): Promise<void> {
  await db.write(async (tx) => {
    const hadLogo = await setLogo(tx, clock.now(), partnerId, { logo_version: null, logo_tone: null })
    if (hadLogo) await appendAudit(tx, clock.now(), actor, 'appearance-changed', null, { fields: 'logo' })
  })
}

/** Sets or removes the logo, and supersedes the folder of the one before. Returns whether there was one. */
async function setLogo(
  tx: Transaction,
  now: number,
  partnerId: number,
  logo: Pick<Partner, 'logo_version' | 'logo_tone'>,
): Promise<boolean> {
  const partner = await selectLogo(tx, partnerId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const { public_id, logo_version: current } = partner
  await tx.updateTable('partner').set(logo).where('id', '=', partnerId).execute()
  if (current === null || current === logo.logo_version) return false
  await supersedeFolder(tx, logoFolder(public_id, current), now + LOGO_GRACE_MS)
  return true
}

function selectLogo(db: Connection, partnerId: number) {
  return db.selectFrom('partner').select(['public_id', 'logo_version']).where('id', '=', partnerId)
}
