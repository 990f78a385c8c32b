/** Times as Daraja writes them: those of Nairobi, which has no summer time. */

import { addDuration, parseDateTime, subtractDuration } from '#core/time.ts'

const offset = { hours: 3 }

/** Returns a time as `2026-11-26 10:05:00`. */
export const formatKenyanTime = (time: string): string => addDuration(time, offset).slice(0, 19).replace('T', ' ')

/** Returns a time as `20261126100500`. */
export const formatKenyanStamp = (time: string): string => formatKenyanTime(time).replace(/[^0-9]/g, '')

/** Parses `2026-11-26 10:05:00` or `2026-11-26T10:05:00Z`, which both mean Nairobi; null for another text. */
export function parseKenyanTime(text: string): string | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})/.exec(text) ?? []
  const moment = parseDateTime(`${day}T${time}Z`)
  return moment === null ? null : subtractDuration(moment, offset)
}
