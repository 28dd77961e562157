import { AnswerError } from '@estante/client/answer.ts'
import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { api } from './session/api.ts'

export interface LoadedPublication {
  publication: PublicationDetail
  manifest: Manifest
  /** The base address of the manifest's relative addresses, absolute. */
  base: string
}

/** Loads a title with its manifest and fresh media addresses. Rejects like the API. */
export async function openPublication(id: string): Promise<LoadedPublication> {
  const publication = await api.get(`/play/v1/publications/${id}?with=manifest`)
  const base = new URL('.', new URL(publication.media.manifestUrl, document.baseURI)).href
  return { publication, manifest: publication.manifest!, base }
}

/** `offline` recovers with the network; `gone` never does. */
export type OpeningProblem = 'offline' | 'failed' | 'gone'

export function openingProblemOf(cause: unknown): OpeningProblem {
  if (cause instanceof AnswerError && cause.code === 'PUBLICATION_NOT_FOUND') return 'gone'
  return navigator.onLine ? 'failed' : 'offline'
}
