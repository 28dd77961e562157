import { deriveAccent } from '@estante/contract/accent.ts'
import type { Brand, Logo } from '@estante/contract/play/launch.ts'
import type { Transaction } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'

const LOGOS_PATH = '/marcas'

export type BrandRow = Pick<Partner, 'public_id' | 'accent_color' | 'display_name' | 'logo_version' | 'logo_tone'>

/** Returns a partner's look, undefined when it set none; null fields are the service's own. */
export function toBrand(partner: BrandRow): Brand | undefined {
  const { accent_color, display_name, logo_version } = partner
  if (accent_color === null && display_name === null && logo_version === null) return undefined
  return { accent: accent_color === null ? null : deriveAccent(accent_color), logo: toLogo(partner) }
}

/** Returns the path of a partner's logo, on either host, and its tone; null without a logo. */
export function toLogo({ public_id, logo_version, logo_tone }: BrandRow): Logo | null {
  if (logo_version === null) return null
  return { url: `${LOGOS_PATH}/${public_id}/${logo_version}/logo.webp`, tone: logo_tone ?? 'any' }
}

export const LOGO_ROUTE = `${LOGOS_PATH}/:id/:version/logo.webp`

/** Returns the folder of one version of a logo, stored as `logo.webp`. */
export function logoFolder(publicId: string, version: string): string {
  return `brands/${publicId}/${version}`
}

/** Whether a partner's current logo is in a folder. */
export async function isLogoInUse(tx: Transaction, folder: string): Promise<boolean> {
  const [, publicId = ''] = folder.split('/')
  const partner = await tx
    .selectFrom('partner')
    .select('logo_version')
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return typeof partner?.logo_version === 'string' && logoFolder(publicId, partner.logo_version) === folder
}
