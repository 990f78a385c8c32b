/**
 * Exports traces and metrics to a collector by OTLP (https://opentelemetry.io/docs/specs/otlp/). Imported only when a
 * collector is configured; the packages are those of the folder `telemetry`.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import {
  context,
  createContextKey,
  DiagLogLevel,
  defaultTextMapSetter,
  diag,
  type Histogram,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapGetter,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { getNumberFromEnv, setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { Problem } from '#core/problem.ts'
import type { ExportedSignals, RequestTrace, Telemetry } from './telemetry.ts'

interface Log {
  warn(fields: object, message: string): void
}

/** Set in the context of calls to other services. */
const isCall = createContextKey('calls another service')
const propagator = new W3CTraceContextPropagator()
/** The buckets of https://opentelemetry.io/docs/specs/semconv/http/http-metrics/, in seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

/** Begins exporting. Errors of the collector are logged and lose spans, never requests. */
export function openTelemetry({ traces, metrics }: ExportedSignals, version: string, log: Log): Telemetry {
  reportErrors(log)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'research-platform', 'service.version': version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }))
  const spanProcessors = traces ? [new BatchSpanProcessor(new OTLPTraceExporter())] : []
  const tracers = new BasicTracerProvider({ resource, spanProcessors })
  const readers = metrics ? [createMetricReader()] : []
  const meters = new MeterProvider({ resource, readers })
  const meter = meters.getMeter('research-platform', version)
  const stopPropagating = propagateContext()
  observeMemory(meter)
  return {
    ...createTraces(tracers.getTracer('research-platform', version), createRequestMeasure(meter)),
    observeTasks: (count) => observeTasks(meter, count),
    async close() {
      stopPropagating()
      // The collector may be gone; what is left is lost then.
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()])
      context.disable()
      diag.disable()
    },
  }
}

/** The reader does not read the standard variables of its times itself; it refuses a timeout beyond the interval. */
function createMetricReader(): PeriodicExportingMetricReader {
  const exportIntervalMillis = readMilliseconds('OTEL_METRIC_EXPORT_INTERVAL', 60_000)
  const timeout = readMilliseconds('OTEL_METRIC_EXPORT_TIMEOUT', 30_000)
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(timeout, exportIntervalMillis),
  })
}

function readMilliseconds(variable: string, usual: number): number {
  const input = getNumberFromEnv(variable) ?? usual
  return input > 0 ? input : usual
}

function createTraces(
  tracer: Tracer,
  requests: Histogram,
): Pick<Telemetry, 'beginRequest' | 'readTraceIds' | 'trace' | 'traceCall'> {
  return {
    trace: (name, attributes, work) => tracer.startActiveSpan(name, { attributes }, (span) => finish(span, work)),
    traceCall: (name, attributes, work) =>
      context.with(context.active().setValue(isCall, true), () =>
        tracer.startActiveSpan(name, { attributes, kind: SpanKind.CLIENT }, (span) => finish(span, work)),
      ),
    beginRequest(method, headers): RequestTrace {
      const caller = propagator.extract(context.active(), headers, headerGetter)
      const attributes = { 'http.request.method': method }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller)
      const inside = trace.setSpan(caller, span)
      return {
        run: (work) => context.with(inside, work),
        end({ route, status, duration }) {
          const answered = { 'http.route': route, 'http.response.status_code': status }
          span.updateName(`${method} ${route}`).setAttributes(answered)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
          requests.record(duration / 1_000, { ...attributes, ...answered })
        },
      }
    },
    readTraceIds() {
      const found = trace.getActiveSpan()?.spanContext()
      return found === undefined ? {} : { trace_id: found.traceId, span_id: found.spanId }
    },
  }
}

const headerGetter: TextMapGetter<Readonly<Record<string, string | string[] | undefined>>> = {
  get: (carrier, key) => [carrier[key] ?? []].flat()[0],
  keys: (carrier) => Object.keys(carrier),
}

async function finish<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // The message could contain what a user has sent.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    const isRefusal = error instanceof Problem && error.status < 500
    if (!isRefusal) span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

function reportErrors(log: Log) {
  const report = (reason: string) => log.warn({ reason: reason.slice(0, 200) }, 'telemetry not exported')
  setGlobalErrorHandler((error) => report(error instanceof Error ? error.message : String(error)))
  const ignore = () => undefined
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** Adds the header `traceparent` to calls of other services. Returns a function that ends it. */
function propagateContext(): () => void {
  const add = (setHeader: (name: string, value: string) => void) => {
    const active = context.active()
    if (active.getValue(isCall) !== true) return
    const carrier: Record<string, string> = {}
    propagator.inject(active, carrier, defaultTextMapSetter)
    for (const [name, value] of Object.entries(carrier)) setHeader(name, value)
  }
  const onNodeRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    add((name, value) => request.setHeader(name, value))
  }
  const onFetch = (message: unknown) => {
    const { request } = message as { request: { addHeader(name: string, value: string): void } }
    add((name, value) => request.addHeader(name, value))
  }
  subscribe('http.client.request.created', onNodeRequest)
  subscribe('undici:request:create', onFetch)
  return () => {
    unsubscribe('http.client.request.created', onNodeRequest)
    unsubscribe('undici:request:create', onFetch)
  }
}

type Meter = ReturnType<MeterProvider['getMeter']>

const createRequestMeasure = (meter: Meter) =>
  meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'Duration of HTTP server requests.',
    advice: { explicitBucketBoundaries: durationBuckets },
  })

function observeMemory(meter: Meter) {
  const gauge = meter.createObservableGauge('process.memory.usage', {
    unit: 'By',
    description: 'Memory that the process occupies.',
  })
  gauge.addCallback((result) => result.observe(process.memoryUsage.rss()))
}

function observeTasks(meter: Meter, count: () => Promise<Readonly<Record<string, number>>>) {
  const gauge = meter.createObservableGauge('background_tasks', {
    description: 'Tasks that are due, wait for later, or have failed for good.',
  })
  gauge.addCallback(async (result) => {
    for (const [state, tasks] of Object.entries(await count())) result.observe(tasks, { state })
  })
}
