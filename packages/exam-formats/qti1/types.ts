/** Chooses the type of an item of QTI 1.2 by what the file calls it and by its responses, and reads its answers. */

import type { Draft } from '../item.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { completeChoice } from '../scores.ts'
import { readNamedBlanks, readTextBlanks } from './blanks.ts'
import { calculateScore, listComparisons, listEarning } from './conditions.ts'
import { readMatching } from './matching.ts'
import { readNumber } from './numbers.ts'
import type { Response } from './presentation.ts'
import type { QtiItem } from './qti-item.ts'
import { readAcceptedTexts } from './texts.ts'

type AnswerDraft = Omit<Draft, 'question'> & Partial<Pick<Draft, 'question'>>

const openTypes: Readonly<Record<string, 'essay' | 'file_upload'>> = {
  essay_question: 'essay',
  'cc.essay.v0p1': 'essay',
  essay: 'essay',
  file_upload_question: 'file_upload',
  'file upload': 'file_upload',
}
const computed = ['calculated_question', 'calculated', 'formula_question', 'arithmetic']
const blankTypes = new Set(['fill_in_multiple_blanks_question', 'multiple_dropdowns_question'])

export function chooseType(item: QtiItem): AnswerDraft {
  const { typeName, presentation } = item
  const name = typeName.toLowerCase()
  const open = Object.hasOwn(openTypes, name) ? openTypes[name] : undefined
  if (open !== undefined) return { type: open }
  if (computed.includes(name)) throw createRefusal('unsupportedType', { type: typeName })
  if (presentation.unknown !== null)
    throw createRefusal('unsupportedType', { type: typeName === '' ? presentation.unknown : typeName })
  const { responses } = presentation
  const [first] = responses
  if (first === undefined) throw createRefusal('textOnly')
  if (blankTypes.has(name)) return readNamedBlanks(item)
  if (responses.length === 1) return readSingle(item, first)
  if (responses.every(({ kind }) => kind !== 'choice')) return readTextBlanks(item)
  if (responses.every(({ kind }) => kind === 'choice')) return readMatching(item)
  throw createRefusal('severalInteractions')
}

function readSingle(item: QtiItem, response: Response): AnswerDraft {
  if (response.kind === 'choice') {
    if (response.cardinality === 'Ordered') return readOrdering(item, response)
    return response.cardinality === 'Multiple' ? readMultiple(item, response) : readChoice(item, response)
  }
  const isNumber = response.kind === 'number' || ['integer', 'decimal'].includes(response.fibType.toLowerCase())
  if (isNumber || item.typeName === 'numerical_question') return readNumber(item, response)
  return readText(item, response)
}

const isTrueOrFalse = (texts: readonly string[]) =>
  texts.length === 2 && ['false', 'true'].every((word) => texts.some((text) => text.toLowerCase() === word))

/** Each option is scored as if it were chosen alone. */
function readChoice(item: QtiItem, { ident, labels }: Response): AnswerDraft {
  const scores = labels.map((label) => calculateScore(item.conditions, new Map([[ident, [label.ident]]])))
  const most = Math.max(...scores)
  if (!(most > 0)) throw createRefusal('noRightAnswer')
  const options = labels.map(({ html }, index) => ({
    text: item.toPlainText(html),
    percent: (100 * (scores[index] ?? 0)) / most,
    feedback: '',
  }))
  const draft = completeChoice(options, true, { note: item.context.note })
  const texts = options.map(({ text }) => text)
  if (draft.type !== 'single_choice' || !isTrueOrFalse(texts)) return draft
  return { type: 'true_false', correct_answer: String(draft.correct_answer).toLowerCase() === 'true' }
}

/** The condition with most points names all right options; conditions for one option each earn points together. */
function readMultiple(item: QtiItem, { ident, labels }: Response): AnswerDraft {
  const earning = listEarning(item.conditions).map(({ score, elements }) => ({
    score: score ?? 0,
    values: listComparisons(elements)
      .filter((part) => part.ident === ident)
      .map(({ value }) => value),
  }))
  const [best] = earning
  const isWhole = best !== undefined && (best.values.length > 1 || earning.length === 1)
  const right = new Set(isWhole ? best.values : earning.flatMap(({ values }) => values))
  const chosen = [...right].filter((value) => labels.some((label) => label.ident === value))
  const options = labels.map((label) => ({
    text: item.toPlainText(label.html),
    percent: chosen.includes(label.ident) ? 100 / chosen.length : 0,
    feedback: '',
  }))
  const isPenalized = item.conditions.some(
    ({ score, action }) => score !== null && (score < 0 || (action === 'subtract' && score > 0)),
  )
  if (isPenalized || (isWhole && earning.length > 1)) item.context.note(createLoss('partialPoints'))
  return completeChoice(options, false, { note: item.context.note })
}

function readOrdering(item: QtiItem, { ident, labels }: Response): AnswerDraft {
  const [best] = listEarning(item.conditions)
  const order = listComparisons(best?.elements ?? []).filter((part) => part.ident === ident)
  const options = order.map(({ value }) => {
    const label = labels.find((candidate) => candidate.ident === value)
    if (label === undefined) throw createRefusal('unknownRightAnswer', { answer: value })
    return item.toPlainText(label.html)
  })
  if (options.length !== labels.length) throw createRefusal('computedScore')
  return { type: 'ordering', options, correct_answer: options }
}

/** An answer that nothing is compared with is an essay. */
function readText(item: QtiItem, { ident, rows }: Response): AnswerDraft {
  const accepted = readAcceptedTexts(item, ident)
  if (accepted.length > 0) return { type: 'short_answer', correct_answer: accepted }
  const isShort = ['short_answer_question', 'cc.fib.v0p1'].includes(item.typeName)
  if (isShort && rows === 1) throw createRefusal('noRightAnswer')
  return { type: 'essay' }
}
