/** The service answered with an error. `code` is one of `contract/errors.ts`, or a newer one. */
export class AnswerError extends Error {
  // Declared only: initialized fields would add a helper to the first download.
  declare readonly status: number
  declare readonly code: string
  /** Seconds after which a retry may succeed. */
  declare readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | undefined) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  static async from(response: Response) {
    const body = await response.json().catch(() => undefined)
    const message = Array.isArray(body?.message) ? body.message.join(' ') : String(body?.message ?? response.status)
    const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined
    return new AnswerError(response.status, String(body?.code ?? 'INTERNAL'), message, retryAfterSeconds)
  }
}

/** No answer arrived: the device is offline, or the server or the network is down. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The service did not answer', { cause })
  }
}

/** Whether a retry may succeed. */
export function isPassing(problem: unknown) {
  return (
    problem instanceof UnreachableError ||
    (problem instanceof AnswerError && [429, 502, 503, 504].includes(problem.status))
  )
}

export function isCode(problem: unknown, ...codes: string[]): problem is AnswerError {
  return problem instanceof AnswerError && codes.includes(problem.code)
}
