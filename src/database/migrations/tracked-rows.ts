/** The forms of tracked rows. */

import { reference, user } from './change-audiences.ts'
import type { Expression, TrackedRows } from './change-triggers.ts'

/** A part of an object, whose changes are changes of the object. */
export const part = (table: string, kind: string, audience: Expression, columns: string[]): TrackedRows => ({
  table,
  kind,
  id: reference(`${kind}_id`),
  audience,
  audienceWithout: audience,
  columns,
})

/** Objects that only their user sees. */
export const personal = (table: string, kind: string, columns: string[]): TrackedRows => ({
  table,
  kind,
  audience: user(),
  columns,
})
