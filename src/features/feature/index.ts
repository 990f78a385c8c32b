import type { Schedule } from '#background/schedule.ts'
import type { Task } from '#background/tasks.ts'
import type { Belongings } from '#features/belongings/index.ts'
import type { Conflicts } from '#http/errors.ts'
import type { Routes } from '#http/routes.ts'

/** What a feature adds to the service. */
export interface Feature {
  readonly routes?: readonly Routes[]
  /** What it keeps about a person, for the export and the end of an account. */
  readonly belongings?: Belongings
  /** Work for later: all that a queued row may name. */
  readonly tasks?: readonly Task[]
  readonly schedules?: readonly Schedule[]
  /** What a violated unique constraint means to the caller, by its name. */
  readonly conflicts?: Conflicts
}
