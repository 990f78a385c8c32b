/** Numbers in QTI 1.2: an exact value, or bounds, or both. */

import type { Draft } from '../item.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { listComparisons, listEarning } from './conditions.ts'
import type { Response } from './presentation.ts'
import type { QtiItem } from './qti-item.ts'

const toNumber = (text: string | undefined) =>
  text === undefined || text === '' ? Number.NaN : Number(text.replace(',', '.'))

export function readNumber({ conditions, context }: QtiItem, { ident }: Response): Omit<Draft, 'question'> {
  const earning = listEarning(conditions)
  const [parts = []] = earning.map(({ elements }) => listComparisons(elements).filter((part) => part.ident === ident))
  const find = (...names: string[]) => toNumber(parts.find(({ name }) => names.includes(name))?.value)
  const exact = parts.filter(({ name }) => name === 'varequal').map(({ value }) => toNumber(value))
  const [least, most] = [find('vargte', 'vargt'), find('varlte', 'varlt')]
  if (earning.length > 1 || exact.length > 1) context.note(createLoss('furtherNumbers'))
  const hasBounds = Number.isFinite(least) && Number.isFinite(most)
  const middle = roundNumber((least + most) / 2)
  const value = exact[0] ?? (hasBounds ? middle : Number.NaN)
  if (!Number.isFinite(value)) throw createRefusal(parts.length === 0 ? 'noRightAnswer' : 'notNumber')
  if (!hasBounds) return { type: 'numeric', correct_answer: value, tolerance: 0 }
  const [above, below] = [roundNumber(most - value), roundNumber(value - least)]
  if (Math.min(above, below) < 0) throw createRefusal('notNumber')
  if (above !== below) context.note(createLoss('bounds'))
  return { type: 'numeric', correct_answer: value, tolerance: Math.min(above, below) }
}

/** The result without the error of binary numbers. */
const roundNumber = (value: number) => Number(value.toPrecision(12))
