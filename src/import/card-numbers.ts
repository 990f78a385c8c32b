/** Numbers of cards in texts, which are never stored. */

import { hasCardNumber } from '#core/cards.ts'
import type { ImportRow } from './table.ts'

/** Returns a function that says which column of a row has the number of a card. */
export const describeCardNumber =
  (...columns: readonly string[]) =>
  (row: ImportRow): string | null => {
    const found = columns.find((column) => typeof row[column] === 'string' && hasCardNumber(row[column]))
    return found === undefined ? null : `The column "${found}" has the number of a card, which is never stored.`
  }
