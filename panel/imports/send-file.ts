import { AnswerError, UnreachableError } from '@estante/client/answer.ts'
import type { LocalFile } from './group-dropped.ts'
import { text } from './text.ts'
import type { Verdict } from './upload.ts'

/**
 * Uploads a file of a job. With XMLHttpRequest, since `fetch` reports no progress of a body. Rejects with `AnswerError`
 * or `UnreachableError`, and with the signal's reason on abort.
 */
export function sendFile(
  jobId: string,
  { path, file }: LocalFile,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onloadend = () => {
      signal.removeEventListener('abort', abort)
      if (signal.aborted) reject(signal.reason)
      else if (request.status === 0) reject(new UnreachableError(`${path} broke off`))
      else if (request.status < 300) resolve()
      else void AnswerError.from(toResponse(request)).then(reject)
    }
    request.open('PUT', `/panel/v1/imports/${jobId}/files?path=${encodeURIComponent(path)}`)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.send(file)
  })
}

/** Classifies a failure for the rest of the upload. */
export async function judgeFailure(reason: unknown, { file }: LocalFile): Promise<Verdict> {
  if (!(reason instanceof AnswerError)) {
    // A file that was moved or changed fails like the network.
    return (await isReadable(file)) ? { act: 'again' } : { act: 'refuse', reason: text.fileGone }
  }
  switch (reason.code) {
    case 'NOT_SIGNED_IN':
      return { act: 'hold', reason: text.signedOut }
    case 'NOT_FOUND':
    case 'IMPORT_STARTED':
      return { act: 'hold', reason: text.jobGone }
    case 'DISK_FULL':
    case 'NOT_ALLOWED':
      return { act: 'hold', reason: reason.message }
  }
  if (reason.status >= 500 || reason.status === 429 || reason.status === 408) return { act: 'again' }
  return { act: 'refuse', reason: reason.message }
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

function toResponse(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('Retry-After')
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter ? { 'Retry-After': retryAfter } : {},
  })
}
