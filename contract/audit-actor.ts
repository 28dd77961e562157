import type { AuditEntry } from './panel/audit.ts'

/** Names the actor of an entry. Nobody is signed in at the command line, without an address, or in a failed sign-in. */
export function actorName({ actor, isByOperator, address }: AuditEntry): string {
  if (actor !== null) return actor
  if (isByOperator) return 'Operação do serviço'
  return address === null ? 'Linha de comando' : 'Alguém'
}
