/** Types of columns that TypeScript sees as strings. */

/** A point in time, `2026-11-21T09:14:00.000Z`. */
export type Timestamp = string

/** `2026-11-21`. */
export type CalendarDate = string
