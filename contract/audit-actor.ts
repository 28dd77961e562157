import type { AuditEntry } from './panel/audit.ts'

/**
 * Names the actor of an entry. Without an account, it is the command line, whose entries have no address, or somebody
 * who failed to sign in.
 */
export function actorName({ actor, isByOperator, address }: AuditEntry): string {
  if (actor !== null) return actor
  if (isByOperator) return 'Operação do serviço'
  return address === null ? 'Linha de comando' : 'Alguém'
}
