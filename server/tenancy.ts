import type { Environment } from './db/tables.ts'

/** A partner in one environment. Every query of members, credentials and usage names both. */
export interface Tenancy {
  partnerId: string
  environment: Environment
}

/**
 * The partner that operators are members of while they look at a title as a member does (`previews/preview.ts`). No
 * list of partners shows it, and it has no credentials; it is there once somebody previewed.
 */
export const PREVIEW_PARTNER_ID = 'ptn_preview'
