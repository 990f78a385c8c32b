/** Reads the standard settings of OpenTelemetry that decide what is exported; its own packages read the others. */

import type { Settings } from '#core/settings.ts'

export interface TelemetrySettings {
  traces: boolean
  metrics: boolean
}

/** Null unless the address of a collector is set. */
export function readTelemetrySettings(settings: Settings): TelemetrySettings | null {
  if (settings.optional('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null
  const shared = settings.optional('OTEL_EXPORTER_OTLP_ENDPOINT')
  const isExported = (signal: 'TRACES' | 'METRICS') => {
    const endpoint = settings.optional(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ?? shared
    return endpoint !== undefined && settings.optional(`OTEL_${signal}_EXPORTER`) !== 'none'
  }
  const chosen = { traces: isExported('TRACES'), metrics: isExported('METRICS') }
  if (!chosen.traces && !chosen.metrics) return null
  const protocol = settings.optional('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json'
  if (protocol !== 'http/json')
    settings.errors.push('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, which collectors accept at port 4318.')
  return chosen
}
