import type { Environment } from './db/tables.ts'

/** A partner in one environment. Every query of members, credentials and usage names both. */
export interface Tenancy {
  partnerId: string
  environment: Environment
}
