import type { AdminRole } from './roles.ts'

/** The roles as people read them. */
export const roleNames = {
  operator: 'Operação',
  owner: 'Responsável',
  developer: 'Desenvolvimento',
  analyst: 'Análise',
} as const satisfies Record<AdminRole, string>
