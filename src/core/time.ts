/** Dates and times as the platform keeps them: ISO strings in UTC with milliseconds. */

export interface Duration {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  milliseconds?: number
}

/** The clock is a parameter of everything, so that tests can move time. */
export interface Clock {
  /** The present as `2026-11-21T09:14:00.000Z`. */
  now(): string
}

/** The text of a millisecond is made once; busy services ask ten times in each. */
function createSystemClock(): Clock {
  let last = 0
  let text = ''
  return {
    now() {
      const present = Date.now()
      if (present !== last) text = new Date(present).toISOString()
      last = present
      return text
    },
  }
}

export const systemClock: Clock = createSystemClock()

const toMilliseconds = ({ days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: Duration) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds

/** The moment that lies the duration after `time`. */
export const addDuration = (time: string, duration: Duration) =>
  new Date(Date.parse(time) + toMilliseconds(duration)).toISOString()

/** The moment that lies the duration before `time`. */
export const subtractDuration = (time: string, duration: Duration) =>
  new Date(Date.parse(time) - toMilliseconds(duration)).toISOString()

/** Whole seconds from one moment to a later one, rounded up, never negative. */
export const secondsBetween = (from: string, to: string) =>
  Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))

// RFC 3339, section 5.6; the offset may be left out and is then read as UTC.
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?$/

/** Any RFC 3339 date-time as the platform writes it, or null when it is none. */
export function parseDateTime(text: string): string | null {
  const parts = dateTime.exec(text)
  if (parts === null) return null
  const [, date = '', hour = '', minute = '', second = '00', fraction = '', offset = 'Z'] = parts
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const time = Date.parse(`${date}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset.toUpperCase()}`)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Whether the text is a real day, `YYYY-MM-DD`, from the year 1 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
