import { sectionPath } from '../router.ts'

/** The quarantine, in place of a job's id. */
export const QUARANTINE = 'quarentena'

export function importsPath(...pathParts: string[]): string {
  return sectionPath('imports', { pathParts })
}

export function jobPath(id: string, state?: string): string {
  return sectionPath('imports', { pathParts: [id], query: { estado: state } })
}

export function catalogTitlePath(id: string): string {
  return sectionPath('catalog', { pathParts: [id] })
}

/** Returns the address of the drafts that an import made. */
export function draftsPath(jobId: string): string {
  return sectionPath('catalog', { query: { situacao: 'draft', importacao: jobId } })
}
