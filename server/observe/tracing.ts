import { setTimeout as wait } from 'node:timers/promises'
import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { toLoggedRequest } from '../http/logged-request.ts'

/** How long a shutdown waits for the collector. */
const FAREWELL_MS = 3000

/**
 * Exports a span of each request to an OpenTelemetry collector, configured by the standard variables
 * (`OTEL_EXPORTER_OTLP_*`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, …). Loaded only when a collector is
 * configured. A span holds the fields of a log line and no more: no address, header or body.
 */
export function startTracing(log: Logger) {
  const complain = (message: string) => log.warn({ reason: message }, 'traces not sent')
  const ignore = () => {}
  diag.setLogger(
    { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'estante' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  const tracer = trace.getTracer('estante')
  const spans = new WeakMap<FastifyRequest, Span>()

  return {
    /** Continues the caller's trace (`traceparent`) for all that `done` calls, and names it in the request's log. */
    begin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const { method, path, route } = toLoggedRequest(request)
      const caller = propagation.extract(ROOT_CONTEXT, request.headers)
      const attributes = {
        'http.request.method': method,
        'url.scheme': request.protocol,
        'estante.request_id': request.id,
        ...(path === undefined ? { 'http.route': route } : { 'url.path': path }),
      }
      const name = path === undefined ? `${method} ${route}` : method
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller)
      spans.set(request, span)
      const { traceId, spanId } = span.spanContext()
      request.log = reply.log = request.log.child({ traceId, spanId })
      context.with(trace.setSpan(caller, span), done)
    },
    /** Ends the span of a request whose answer ended or was abandoned. */
    end(request: FastifyRequest, reply: FastifyReply, isAbandoned: boolean): void {
      const span = spans.get(request)
      if (reply.raw.headersSent) span?.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      if (isAbandoned) span?.setAttribute('error.type', 'abandoned')
      span?.end()
    },
    /** Sends the remaining spans, unless the collector takes too long. */
    async close(): Promise<void> {
      const isSent = provider.shutdown().catch((error) => complain(String(error)))
      await Promise.race([isSent, wait(FAREWELL_MS, undefined, { ref: false })])
      diag.disable()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

export type Tracing = ReturnType<typeof startTracing>
