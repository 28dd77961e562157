import type { Context } from '../context.ts'
import type { Partner } from '../db/tables.ts'
import { type Environment, environmentOf } from '../environment.ts'
import { findPartner } from '../partners/partner.ts'
import type { Tenancy } from '../tenancy.ts'
import { CommandError } from './run.ts'

/** Reads the partner and environment that a command names. Throws `CommandError`. */
export async function readTenancy(
  context: Context,
  { partner: slug, environment }: { partner: string; environment: string },
): Promise<Tenancy> {
  const partner = await readPartner(context, slug)
  return { partnerId: partner.id, environment: readEnvironment(environment) }
}

/** Reads the partner that a command names. Throws `CommandError`. */
export async function readPartner({ db }: Pick<Context, 'db'>, slug: string): Promise<Partner> {
  const partner = await findPartner(db, slug)
  if (!partner) throw new CommandError(`Não existe parceiro com o slug "${slug}". Veja estante partner list.`)
  return partner
}

function readEnvironment(environment: string): Environment {
  if (environment === 'production' || environment === 'sandbox') return environmentOf(environment)
  throw new CommandError(`O ambiente deve ser production ou sandbox, não "${environment}".`)
}
