/** Dates and times as ISO strings in UTC with milliseconds. */

export interface Duration {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
  milliseconds?: number
}

/** The clock is injected everywhere, so that tests can move time. */
export interface Clock {
  /** The current time as `2026-11-21T09:14:00.000Z`. */
  now(): string
}

/** Later than every other time: what never ends is sorted last by it. */
export const never = '9999-12-31T23:59:59.999Z'

/** Formats each millisecond once, because a request asks for the time about ten times. */
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

/** A clock that stands still at the time of its first reading. */
export class Moment implements Clock {
  readonly source: Clock
  #time: string | undefined

  constructor(source: Clock) {
    this.source = source
  }

  now(): string {
    this.#time ??= this.source.now()
    return this.#time
  }
}

/** Returns the clock that goes on, for what outlives the piece of work that the clock stands still for. */
export const getRunningClock = (clock: Clock): Clock => (clock instanceof Moment ? clock.source : clock)

/** A clock that can be ahead of the system's clock. */
export class MovableClock implements Clock {
  aheadMs = 0
  /** Whether it is being advanced in steps. */
  isAdvancing = false

  now(): string {
    return new Date(Date.now() + this.aheadMs).toISOString()
  }

  moveTo(time: string): void {
    this.aheadMs = Date.parse(time) - Date.now()
  }
}

const toMilliseconds = ({ days = 0, hours = 0, minutes = 0, seconds = 0, milliseconds = 0 }: Duration) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + milliseconds

const firstMoment = Date.parse('0001-01-01T00:00:00.000Z')
const lastMoment = Date.parse('9999-12-31T23:59:59.999Z')

/** Returns the time as ISO text. One beyond the years 1 to 9999, whose text no calendar or database reads, becomes the first or last moment of them. */
export const formatInstant = (ms: number) => new Date(Math.min(Math.max(ms, firstMoment), lastMoment)).toISOString()

/** Returns the time plus the duration, at most the end of the year 9999. */
export const addDuration = (time: string, duration: Duration) =>
  formatInstant(Date.parse(time) + toMilliseconds(duration))

/** Returns the time minus the duration. */
export const subtractDuration = (time: string, duration: Duration) =>
  formatInstant(Date.parse(time) - toMilliseconds(duration))

/** Returns the whole seconds between two times, rounded up, never negative. */
export const countSeconds = (from: string, to: string) =>
  Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / 1000))

// RFC 3339, section 5.6; a missing offset means UTC.
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?([Zz]|[+-]\d{2}:\d{2})?$/

/** Parses an RFC 3339 date-time; null when it is invalid. */
export function parseDateTime(text: string): string | null {
  const parts = dateTime.exec(text)
  if (parts === null) return null
  const [, date = '', hour = '', minute = '', second = '00', fraction = '', offset = 'Z'] = parts
  if (!isCalendarDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const time = Date.parse(`${date}T${hour}:${minute}:${second}${fraction.slice(0, 4)}${offset.toUpperCase()}`)
  return time >= firstMoment && time <= lastMoment ? new Date(time).toISOString() : null
}

/** Returns whether the text is an existing date `YYYY-MM-DD` from the year 1 to 9999. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const day = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
