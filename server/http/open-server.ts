import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Context } from '../context.ts'
import { newUuid } from '../db/ids.ts'
import { ApiError, answerBrokenRequest, answerError, awaitBody } from './errors.ts'
import { createServer, METHODS } from './node-http.ts'
import { canonicalTarget } from './request-target.ts'
import { serializerOf } from './serializer.ts'

const BODY_LIMIT_BYTES = 64 * 1024
/** Parsing millions of nested arrays, of two bytes each, would block the process for seconds. */
const MAX_JSON_DEPTH = 100
/** Parsing millions of values would, too, and would take gigabytes. The largest file of annotations has half as many. */
const MAX_JSON_VALUES = 500_000
/** Time for a whole request to arrive, and the interval of the check. */
const REQUEST_TIMEOUT_MS = 30_000
const TIMEOUT_CHECK_EVERY_MS = 5_000
/**
 * Closes a connection without traffic for this long: a client that stopped reading requests again. Event streams send
 * data every 20 seconds.
 */
const STILL_CONNECTION_MS = 120_000
/** Longer than load balancers keep idle connections, so that they never send a request on a connection just closed. */
const KEEP_ALIVE_MS = 72_000

const SERVER_OPTIONS: ServerOptions = {
  // Requests without Host get our error format, not the parser's empty answer.
  requireHostHeader: false,
  requestTimeout: REQUEST_TIMEOUT_MS,
  // A longer value would replace requestTimeout in Node.
  headersTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: TIMEOUT_CHECK_EVERY_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
}

/**
 * Opens a server without routes: its limits, the bodies it reads and the form of its answers. `fastPath` may answer a
 * request without Fastify.
 */
export function openServer(
  { config, log }: Context,
  fastPath: { answer(request: IncomingMessage, response: ServerResponse): boolean } | undefined,
  answerBadUrl: (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => newUuid(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
    rewriteUrl: ({ url = '/' }) => canonicalTarget(url),
    // An encoded identifier of 128 characters may have 1,536; longer paths get their own error.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    // While closing, requests in flight are answered normally.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: (answer) =>
      createServer(SERVER_OPTIONS, (request, response) => {
        if (!fastPath?.answer(request, response)) answer(request, response)
      }).setTimeout(STILL_CONNECTION_MS),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: answerBadUrl,
  })
  // An unknown expectation does not prevent an answer (RFC 9110, section 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  acceptEveryMethod(app)
  answerHead(app)
  readJsonBodies(app)
  app.addHook('onRequest', (request, reply, done) => {
    awaitBody(request, reply)
    done()
  })
  app.setErrorHandler(answerError)
  app.setSerializerCompiler(serializerOf)
  return app
}

/**
 * Adds the methods that Node parses and Fastify does not route, so that addresses can refuse them with 405. QUERY is
 * added again because Fastify requires a content type of it before looking for its address.
 */
function acceptEveryMethod(app: FastifyInstance): void {
  const routed = app.supportedMethods.filter((method) => method !== 'QUERY')
  for (const method of METHODS) {
    if (!routed.includes(method)) app.addHttpMethod(method, { overrideExisting: true })
  }
}

/** Answers HEAD by the routes of GET: routes of its own, as Fastify adds them, take a quarter of the start. */
function answerHead(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.exposeHeadRoute !== false) route.method = ['GET', 'HEAD']
  })
}

/** Accepts only JSON in valid UTF-8, instead of replacing invalid bytes. An empty body counts as none. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('remove', 'remove')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type, 'content-encoding': coding = 'identity' } = request.headers
    if (!isUtf8Type(type) || coding.toLowerCase() !== 'identity') return done(new ApiError('UNSUPPORTED_MEDIA_TYPE'))
    if (body.length === 0) return done(null, undefined)
    const excess = findExcess(body as Buffer)
    if (excess) {
      const fault = `O corpo da requisição tem mais de ${excess}. Envie só os campos documentados.`
      return done(new ApiError('VALIDATION', [fault]))
    }
    let text: string
    try {
      text = utf8.decode(body as Buffer)
    } catch {
      return done(new ApiError('VALIDATION', ['O corpo da requisição não está em UTF-8.']))
    }
    parse(request, text, done)
  })
}

/** Says what JSON in UTF-8 has too much of: levels of objects and arrays, or values. Undefined when it has not. */
function findExcess(json: Uint8Array): string | undefined {
  let depth = 0
  let values = 0
  let isInString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === BYTES.quote) isInString = !isInString
    else if (isInString) at += byte === BYTES.backslash ? 1 : 0
    else if (byte === BYTES.openBracket || byte === BYTES.openBrace) {
      depth++
      values++
    } else if (byte === BYTES.closeBracket || byte === BYTES.closeBrace) depth--
    else if (byte === BYTES.comma) values++
    if (depth > MAX_JSON_DEPTH) return `${MAX_JSON_DEPTH} níveis`
    if (values > MAX_JSON_VALUES) return `${MAX_JSON_VALUES.toLocaleString('pt-BR')} valores`
  }
  return undefined
}

const BYTES = {
  quote: 0x22,
  comma: 0x2c,
  backslash: 0x5c,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
}

/** Ignores the content type of an empty body (RFC 9112, section 6.3): some clients and proxies send one with DELETE. */
export function ignoreTypeOfEmptyBody({ headers }: FastifyRequest): void {
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isEmpty || headers['content-type'] === '') delete headers['content-type']
}

/** Accepts a body of any type or none that turns out to be empty: some proxies send every body in chunks. */
export function acceptEmptyBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    if (body.length === 0) done(null, undefined)
    else done(new ApiError('UNSUPPORTED_MEDIA_TYPE'))
  })
}

function isUtf8Type(type = ''): boolean {
  if (type === 'application/json') return true
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(type) ?? []
  return /^utf-?8$/i.test(charset)
}
