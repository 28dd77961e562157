import { type SerializedError, stdSerializers } from 'pino'

/**
 * Serializes an error for a log line. PostgreSQL puts whole rows, with e-mails and hashes, beside its message, and
 * other libraries their input: only the fields named here are written, and values quoted in a message are removed.
 */
export function toLoggedError(error: Error): Partial<SerializedError> {
  // A thrown value that is no Error has no stack and may hold anything.
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const { type, aggregateErrors: _, ...others } = stdSerializers.err(error)
  const chain = chainOf(error)
  const logged: Partial<SerializedError> = {
    type,
    message: chain.map(messageOf).join(': '),
    stack: chain.map(stackOf).join('\ncaused by: '),
  }
  for (const name of LOGGED_FIELDS) if (others[name] !== undefined) logged[name] = others[name]
  const { errors } = error as AggregateError
  if (Array.isArray(errors)) logged.aggregateErrors = errors.map((one) => toLoggedError(one) as SerializedError)
  return logged
}

/** Codes, and names of our tables. */
const LOGGED_FIELDS = [
  ...['code', 'errcode', 'errno', 'syscall', 'signal', 'statusCode'],
  ...['severity', 'table', 'column', 'constraint', 'routine'],
]
/** Causes are followed only so far: a chain may be circular. */
const LONGEST_CHAIN = 5

function chainOf(error: Error): Error[] {
  const chain = [error]
  for (let { cause } = error; cause instanceof Error && chain.length < LONGEST_CHAIN; cause = cause.cause) {
    chain.push(cause)
  }
  return chain
}

const E_MAIL = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g
/** A quoted value in a message: from the first quotation mark to the last, since the value may contain some. */
const QUOTED = /["'].*["']/s
/** Codes of errors whose messages quote input: PostgreSQL's data exceptions (class 22), Fastify's and Node's own. */
const QUOTING_CODES = /^(?:22|FST_|ERR_INVALID_)/

function messageOf(error: Error): string {
  const isQuoting = error instanceof SyntaxError || QUOTING_CODES.test(String((error as NodeJS.ErrnoException).code))
  const message = isQuoting ? error.message.replace(QUOTED, '"…"') : error.message
  return message.replace(E_MAIL, '…@…')
}

/** Rebuilds the stack, which repeats the message. */
function stackOf(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return [`${error.name}: ${messageOf(error)}`, ...frames].join('\n')
}
