import type { RawRequest } from './requests.ts'

const PATIENCE_MS = 10_000

/** Sends a request outside the measurement. Throws if it fails. */
export async function sendRequest(address: string, { method, path, headers, body }: RawRequest) {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { status: response.status, headers: response.headers, text }
}
