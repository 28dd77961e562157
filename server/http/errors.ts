import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '@estante/contract/errors.ts'
import type { ErrorBody } from '@estante/contract/partner/error.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, isWriteConflict } from '../db/errors.ts'
import { newUuid } from '../db/ids.ts'
import { FileGone, StorageUnavailable } from '../storage/errors.ts'
import { isLongUpload } from './long-upload.ts'
import { STATUS_CODES } from './node-http.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the error that was answered. */
    errorCode?: ErrorCode
  }
}

/** An error of the contract. Thrown where it is known; status and text are in `contract/errors.ts`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly faults: string[] | undefined

  /** For `VALIDATION`, a sentence for each fault. */
  constructor(code: ErrorCode, faults?: string[]) {
    super(errors[code].message)
    this.code = code
    this.faults = faults
  }
}

/** `TOO_MANY_ATTEMPTS`, with the time to wait. */
export class TooManyAttempts extends ApiError {
  readonly retryAfterSeconds: number

  constructor(waitMs: number) {
    super('TOO_MANY_ATTEMPTS')
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000))
  }
}

/** `FOREIGN_ORIGIN`, with the address of the panel: it may have been opened at another, such as a node's own. */
export class ForeignOrigin extends ApiError {
  constructor(panelUrl: string) {
    super('FOREIGN_ORIGIN')
    this.message += ` O endereço é ${panelUrl}.`
  }
}

/** Formats the body of an error (specification, section 2). */
function toErrorBody({ code, message, faults }: ApiError): ErrorBody {
  const statusCode = errors[code].status
  return { statusCode, code, message: code === 'VALIDATION' ? (faults ?? [message]) : message }
}

/** Answers an error. An error outside the contract is logged in full and answered as an internal error. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error)
  reply.errorCode = known.code
  reply.header('Cache-Control', 'no-store')
  for (const name of ['Content-Disposition', 'Content-Encoding', 'ETag']) reply.removeHeader(name)
  // Check the connection: a request is destroyed once its body was read, and a reply only once it was closed.
  if (request.raw.socket.destroyed) request.log.debug({ err: error }, 'the client went away')
  else if (known.code === 'INTERNAL' || known.code === 'UNAVAILABLE')
    request.log.error({ err: error }, 'request failed')
  if (known.code === 'UNAVAILABLE') reply.header('Retry-After', '2')
  if (known instanceof TooManyAttempts) reply.header('Retry-After', String(known.retryAfterSeconds))
  // On an open connection Node discards the rest of the body while it arrives in time. Closing it at once would reset it
  // under a client that still sends, and lose the answer (RFC 9112, section 9.6).
  if (BODY_TOO_LARGE.includes(known.code)) reply.removeHeader('Connection')
  if (known.code === 'INVALID_CLIENT') reply.header('WWW-Authenticate', 'Basic realm="partner", charset="UTF-8"')
  return reply.status(errors[known.code].status).type('application/json; charset=utf-8').send(toErrorBody(known))
}

/** The codes for a parsed body over its limit: Fastify would close the connection. */
const BODY_TOO_LARGE: ErrorCode[] = ['PAYLOAD_TOO_LARGE', 'ANNOTATIONS_TOO_LARGE']

/** By connection, the reply to its last request with a body. */
const arriving = new WeakMap<Socket, FastifyReply>()

/** Remembers the reply to a request with a body, to answer and log that request if the body does not arrive in time. */
export function awaitBody({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': length, 'transfer-encoding': coding } = raw.headers
  if (length !== undefined || coding !== undefined) arriving.set(raw.socket, reply)
}

/** Answers a connection without a valid request: its bytes are not HTTP, too many, or too slow. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    if (isLongUpload(socket)) return
    const reply = arriving.get(socket)
    if (reply && !reply.sent) {
      // A handler that streams the body would wait for the rest for ever.
      reply.raw.once('finish', () => reply.request.raw.destroy())
      reply.header('Connection', 'close').send(new ApiError('REQUEST_TIMEOUT'))
      return
    }
  }
  const answer = toErrorBody(toBrokenRequestError(error.code))
  const body = JSON.stringify(answer)
  const head = [
    `HTTP/1.1 ${answer.statusCode} ${STATUS_CODES[answer.statusCode]}`,
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    `X-Request-Id: ${newUuid()}`,
  ]
  socket.end([...head, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n'))
}

function toBrokenRequestError(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('REQUEST_TIMEOUT')
  return new ApiError('VALIDATION', [brokenRequests[code ?? ''] ?? 'A requisição não é HTTP válido.'])
}

const UNENCODED = 'O endereço tem um caractere que falta codificar para URL, como um espaço ou uma letra acentuada.'
const BROKEN_HEADER = 'Um cabeçalho tem um caractere que não é aceito, como uma quebra de linha.'
const brokenRequests: Record<string, string> = {
  HPE_HEADER_OVERFLOW: 'O endereço e os cabeçalhos passam de 16 KiB.',
  HPE_INVALID_HEADER_TOKEN: BROKEN_HEADER,
  HPE_CR_EXPECTED: BROKEN_HEADER,
  HPE_INVALID_URL: UNENCODED,
  // The parser expects the version of HTTP after a space in the address.
  HPE_INVALID_CONSTANT: UNENCODED,
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const code = (error as FastifyError | null)?.code
  const byFastify = code === undefined ? undefined : fastifyErrors[code]
  if (byFastify) return byFastify()
  if (error instanceof FileGone) return new ApiError('NOT_FOUND')
  const isPassing = error instanceof StorageUnavailable || isDatabaseUnavailable(error) || isWriteConflict(error)
  return new ApiError(isPassing ? 'UNAVAILABLE' : 'INTERNAL')
}

const fastifyErrors: Record<string, () => ApiError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => new ApiError('VALIDATION', ['O corpo da requisição não é JSON válido.']),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('VALIDATION', ['O corpo da requisição não tem o tamanho dito em Content-Length.']),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new ApiError('PAYLOAD_TOO_LARGE'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new ApiError('UNSUPPORTED_MEDIA_TYPE'),
  FST_ERR_BAD_URL: () => new ApiError('VALIDATION', ['O caminho tem um caractere mal codificado para URL.']),
}
