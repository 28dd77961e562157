import type { Manifest } from '@estante/contract/manifest.ts'
import type { PublicationDetail } from '@estante/contract/play/publications.ts'
import { AnswerError, api, UnreachableError } from './session/api.ts'

export interface OpenedPublication {
  publication: PublicationDetail
  manifest: Manifest
  /** Absolute; everything in the manifest is relative to it. */
  base: string
}

/** A title with fresh media addresses, and its manifest from one of them. Rejects as the API does. */
export async function openPublication(id: string): Promise<OpenedPublication> {
  const publication = await api.get(`/play/v1/publications/${id}`)
  const base = new URL('.', new URL(publication.media.manifestUrl, document.baseURI)).href
  const response = await fetch(publication.media.manifestUrl).catch((cause) => {
    throw new UnreachableError(cause)
  })
  if (!response.ok) throw await AnswerError.from(response)
  return { publication, manifest: (await response.json()) as Manifest, base }
}

/** `offline` mends itself when the network is back; `gone` never does. */
export type OpeningProblem = 'offline' | 'failed' | 'gone'

export function problemOf(cause: unknown): OpeningProblem {
  if (cause instanceof AnswerError && cause.code === 'PUBLICATION_NOT_FOUND') return 'gone'
  return navigator.onLine ? 'failed' : 'offline'
}
