/** The interface of traces and metrics. */

/** Values that describe a span, named by OpenTelemetry's semantic conventions. They must not contain personal data. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What is exported. */
export interface ExportedSignals {
  traces: boolean
  metrics: boolean
}

export interface RequestMetric {
  /** The pattern of the path, such as `/users/:id`. */
  route: string
  status: number
  /** In milliseconds. */
  duration: number
}

export interface RequestTrace {
  /** Runs a part of the request, so that what it does belongs to the trace. */
  run(work: () => void): void
  end(answered: RequestMetric): void
}

export interface Telemetry {
  /** Begins the trace of a request, or continues that of its caller (W3C Trace Context). */
  beginRequest(method: string, headers: Readonly<Record<string, string | string[] | undefined>>): RequestTrace
  /** Runs the work as a span of the current trace; outside one, it begins a trace. */
  trace<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** The same for a call to another service, which receives the context of the trace. */
  traceCall<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** The ids of the current trace for log entries. */
  readTraceIds(): { trace_id?: string; span_id?: string }
  /** Observes how many tasks there are in each state, whenever metrics are exported. */
  observeTasks(count: () => Promise<Readonly<Record<string, number>>>): void
  /** Exports what is left. */
  close(): Promise<void>
}
