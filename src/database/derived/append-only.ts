/** The triggers that keep rows as they were written, whatever a statement says. */

import type { Derivation, Trigger } from './triggers.ts'

interface AppendOnlyRows {
  readonly table: string
  /** The columns that never change. */
  readonly fixed: readonly string[]
  /** The column that may be emptied. */
  readonly erasable: string
  /** The message of the error. */
  readonly refusal: string
}

/** Creates the triggers that refuse changes and deletions of the rows of a table, except that a column is emptied. */
export function deriveAppendOnly({ table, fixed, erasable, refusal }: AppendOnlyRows): Derivation {
  const guard = (name: string, trigger: Pick<Trigger, 'event' | 'columns' | 'when'>): Trigger => ({
    ...trigger,
    name: `keep_${table}_${name}`,
    table,
    refusal,
    statements: () => [],
  })
  return {
    triggers: [
      guard('delete', { event: 'delete' }),
      guard('update', { event: 'update', columns: fixed }),
      guard(erasable, { event: 'update', when: `new."${erasable}" is not null` }),
    ],
  }
}
