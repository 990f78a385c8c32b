/** Items of QTI 1.2 with blanks in their text. */

import { escapeMarkdown } from '../html.ts'
import type { Draft } from '../item.ts'
import { removeMarks, renderBlank, replaceMarks } from '../marks.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { listComparisons, listEarning } from './conditions.ts'
import type { Response } from './presentation.ts'
import type { QtiItem } from './qti-item.ts'
import { readAcceptedTexts } from './texts.ts'

/** Several texts to fill in where they stand. */
export function readTextBlanks(item: QtiItem): Draft {
  const { responses, html } = item.presentation
  const isNumber = responses.some(({ kind, fibType }) => kind === 'number' || fibType.toLowerCase() !== 'string')
  if (isNumber) item.context.note(createLoss('blankNumbers'))
  const blanks = responses.map(({ ident }) => readAcceptedTexts(item, ident))
  return { type: 'cloze', question: replaceMarks(item.toMarkdown(html), blanks) }
}

/** Canvas names the blanks in the text, `[color]`, and has a response for each with what is accepted or can be chosen. */
export function readNamedBlanks(item: QtiItem): Draft {
  const { presentation, typeName } = item
  if (typeName === 'multiple_dropdowns_question') item.context.note(createLoss('menus'))
  let question = removeMarks(item.toMarkdown(presentation.html)).trim()
  for (const [index, response] of presentation.responses.entries()) {
    const names = [item.toPlainText(response.html), response.ident.replace(/^response_/, '')]
    const places = names.flatMap((name) => [`\\[${escapeMarkdown(name)}\\]`, `\\[${name}\\]`, `[${name}]`])
    const place = places.find((text) => question.includes(text))
    if (place === undefined) throw createRefusal('noBlank')
    const blank = renderBlank(String(index + 1), readAccepted(item, response))
    question = question.replace(place, () => blank)
  }
  return { type: 'cloze', question }
}

/** Returns what earns points. Where the file gives none, all texts of a blank to write in are accepted. */
function readAccepted(item: QtiItem, { ident, labels }: Response): string[] {
  const earning = listEarning(item.conditions).flatMap(({ elements }) => listComparisons(elements))
  const values = earning.filter((part) => part.ident === ident).map(({ value }) => value)
  const right = labels.filter((label) => values.includes(label.ident))
  const isMenu = item.typeName === 'multiple_dropdowns_question'
  const accepted = right.length > 0 || isMenu ? right : labels
  if (accepted.length === 0) return values
  if (accepted.length < labels.length) item.context.note(createLoss('menus'))
  return accepted.map(({ html }) => item.toPlainText(html))
}
