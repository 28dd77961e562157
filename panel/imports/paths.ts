import { environment, sectionPath } from '../router.ts'

/** What is in quarantine, in place of a job's id. */
export const QUARANTINE = 'quarentena'

export function importsPath(...segments: string[]): string {
  return sectionPath('imports', environment.value, { segments })
}

export function jobPath(id: string, state?: string): string {
  return sectionPath('imports', environment.value, { segments: [id], query: { estado: state } })
}

export function titlePath(id: string): string {
  return sectionPath('catalog', environment.value, { segments: [id] })
}
