/** The service answered, and refused. `code` is one of `contract/errors.ts`, or a newer one. */
export class AnswerError extends Error {
  readonly status: number
  readonly code: string
  /** When asking again may help, in seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | undefined) {
    super(message)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }

  static async from(response: Response) {
    const body = await response.json().catch(() => undefined)
    const message = Array.isArray(body?.message) ? body.message.join(' ') : String(body?.message ?? response.status)
    const seconds = Number(response.headers.get('Retry-After'))
    return new AnswerError(
      response.status,
      String(body?.code ?? 'INTERNAL'),
      message,
      seconds > 0 ? seconds : undefined,
    )
  }
}

/** No answer came: no connection, a server that is down, a network in between. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The service did not answer', { cause })
  }
}

export function isCode(problem: unknown, ...codes: string[]): problem is AnswerError {
  return problem instanceof AnswerError && codes.includes(problem.code)
}
