/** The service answered, and refused. `code` is one of `contract/errors.ts`, or a newer one. */
export class AnswerError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  static async from(response: Response) {
    const body = await response.json().catch(() => undefined)
    const message = Array.isArray(body?.message) ? body.message.join(' ') : String(body?.message ?? response.status)
    return new AnswerError(response.status, String(body?.code ?? 'INTERNAL'), message)
  }
}

/** No answer came: no connection, a server that is down, a network in between. */
export class UnreachableError extends Error {
  constructor(cause: unknown) {
    super('The service did not answer', { cause })
  }
}

/** Worth asking again: the same question may get another answer in a moment. */
export function isPassing(problem: unknown) {
  return (
    problem instanceof UnreachableError ||
    (problem instanceof AnswerError && [429, 502, 503, 504].includes(problem.status))
  )
}
