/** Texts that QTI 1.2 accepts as an answer. */

import { createLoss } from '../reasons.ts'
import { listComparisons, listEarning } from './conditions.ts'
import type { QtiItem } from './qti-item.ts'

/** Returns the texts that earn points, each once. */
export function readAcceptedTexts({ conditions, context }: QtiItem, ident: string): string[] {
  const earning = listEarning(conditions)
  const comparisons = earning
    .flatMap(({ elements }) => listComparisons(elements))
    .filter((part) => part.ident === ident)
  if (comparisons.some(({ name }) => name !== 'varequal')) context.note(createLoss('wildcards'))
  const equal = comparisons.filter(({ name, value }) => name === 'varequal' && value !== '')
  if (equal.some(({ isCaseSensitive }) => isCaseSensitive)) context.note(createLoss('letterCase'))
  return [...new Set(equal.map(({ value }) => value.replace(/\s+/g, ' ')))]
}
