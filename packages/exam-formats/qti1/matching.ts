/** Items of QTI 1.2 with a choice for each left side. */

import type { Draft } from '../item.ts'
import { removeMarks } from '../marks.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { listComparisons, listEarning } from './conditions.ts'
import type { Response } from './presentation.ts'
import type { QtiItem } from './qti-item.ts'

interface Row {
  left: string
  right: string[]
  /** Everything that can be chosen. */
  all: string[]
}

export function readMatching(item: QtiItem): Draft {
  const rows = item.presentation.responses.map((response) => readRow(item, response)).filter(({ left }) => left !== '')
  if (rows.length === 0) throw createRefusal('severalInteractions')
  if (rows.some(({ right }) => right.length === 0)) throw createRefusal('noRightAnswer')
  const question = removeMarks(item.toMarkdown(item.presentation.html))
  const all = [...new Set(rows.flatMap((row) => row.all))].filter((text) => text !== '')
  const used = new Set(rows.flatMap(({ right }) => right))
  const others = all.filter((text) => !used.has(text))
  const isSorting = rows.some(({ right }) => right.length > 1)
  if (!isSorting) {
    const pairs = rows.map(({ left, right }) => ({ left, right: right[0] ?? '' }))
    return { type: 'matching', pairs, options: others, question }
  }
  // Categories: each thing that is sorted becomes a left side, and its category the right one.
  if (others.length > 0) item.context.note(createLoss('extraItems'))
  const pairs = rows.flatMap(({ left, right }) => right.map((text) => ({ left: text, right: left })))
  return { type: 'matching', pairs, question }
}

function readRow({ conditions, toPlainText }: QtiItem, { ident, html, labels }: Response): Row {
  const comparisons = listEarning(conditions).flatMap(({ elements }) => listComparisons(elements))
  const values = new Set(comparisons.filter((part) => part.ident === ident).map(({ value }) => value))
  const texts = labels.map((label) => ({ ident: label.ident, text: toPlainText(label.html) }))
  return {
    left: toPlainText(html),
    right: texts.filter((label) => values.has(label.ident)).map(({ text }) => text),
    all: texts.map(({ text }) => text),
  }
}
