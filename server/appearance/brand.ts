import { deriveAccent } from '@estante/contract/accent.ts'
import type { Brand, Logo } from '@estante/contract/play/launch.ts'
import type { Transaction } from '../db/database.ts'
import type { Partner } from '../db/tables.ts'

const LOGOS_PATH = '/marcas'

export type BrandRow = Pick<Partner, 'public_id' | 'accent_color' | 'display_name' | 'logo_version' | 'logo_tone'>

/** How a partner has the service look; undefined where it chose nothing. */
export function toBrand(partner: BrandRow): Brand | undefined {
  const { accent_color, display_name, logo_version } = partner
  if (accent_color === null && display_name === null && logo_version === null) return undefined
  return { accent: accent_color === null ? null : deriveAccent(accent_color), logo: toLogo(partner) }
}

/** Where a partner's logo is shown from, as a path of either host. */
export function toLogo({ public_id, logo_version, logo_tone }: BrandRow): Logo | null {
  if (logo_version === null) return null
  return { url: `${LOGOS_PATH}/${public_id}/${logo_version}/logo.webp`, tone: logo_tone ?? 'any' }
}

/** The route that shows logos. */
export const LOGO_ROUTE = `${LOGOS_PATH}/:id/:version/logo.webp`

/** Where the logo of one version is stored, as `logo.webp`. */
export function logoFolder(publicId: string, version: string): string {
  return `brands/${publicId}/${version}`
}

/** Whether a partner's logo is in a folder. */
export async function isLogoInUse(tx: Transaction, folder: string): Promise<boolean> {
  const [, publicId = ''] = folder.split('/')
  const partner = await tx
    .selectFrom('partner')
    .select('logo_version')
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  return typeof partner?.logo_version === 'string' && logoFolder(publicId, partner.logo_version) === folder
}
