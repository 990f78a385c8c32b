/** The log of the service: events as JSON lines, without secrets. */

import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '#config.ts'

/** Fields of an object in an entry that are secrets. */
const secretFields = ['password', 'token', 'authorization', 'cookie', 'card_number', 'cvv', 'secret']
const censored = '[redacted]'

/**
 * Logs events as JSON lines. Secrets in the objects of an entry are removed by the names of their fields. Measured: the option
 * `redact` of pino 10 copies each entry, and takes 5 of the 8 microseconds of one.
 */
export const createServiceLogger = (
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = pino.destination(1),
): Logger =>
  pino(
    {
      level: logLevel,
      base: null,
      formatters: { log: censorFields },
      serializers: { err: (error: unknown) => censor(pino.stdSerializers.err(error as Error)) },
    },
    destination,
  )

function censorFields(entry: Record<string, unknown>): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const [name, value] of Object.entries(entry)) {
    // The serializer of errors needs the error itself, and censors what it writes.
    const shown = name === 'err' ? value : censor(value)
    if (shown === value) continue
    copy ??= { ...entry }
    copy[name] = shown
  }
  return copy ?? entry
}

/** Returns the value itself, or a copy of it without its secrets. */
function censor(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const present = secretFields.filter((name) => Object.hasOwn(value, name))
  if (present.length === 0) return value
  return { ...value, ...Object.fromEntries(present.map((name) => [name, censored])) }
}
