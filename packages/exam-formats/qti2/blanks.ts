/** Items of QTI 2.1 whose answers are written, chosen or placed within the text. */

import { createMark, replaceMarks } from '../marks.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { completeChoice } from '../scores.ts'
import { listDescendants, type XmlElement } from '../xml.ts'
import { gapPlace, renderContent } from './body.ts'
import { type AnswerDraft, getDeclaration, type QtiItem } from './qti-item.ts'
import { type Declaration, listRightValues } from './responses.ts'

const isNumber = ({ baseType }: Declaration) => baseType === 'float' || baseType === 'integer'

/** A single place is a question of its own type, whose place a line marks; several are blanks. */
export function readInline(item: QtiItem): AnswerDraft {
  const { interactions, html } = item.body
  const [first] = interactions
  if (first !== undefined && interactions.length === 1) {
    const text = item.toMarkdown(html)
    const [before = '', after = ''] = text.split(createMark(1))
    const isWithin = before.trim() !== '' && after.trim() !== ''
    const question = `${before}${isWithin ? '\\_\\_\\_\\_\\_' : ' '}${after}`.trim()
    return { ...readSingle(item, first), question }
  }
  const blanks = interactions.map((interaction) => readBlank(item, interaction))
  return { type: 'cloze', question: replaceMarks(item.toMarkdown(html), blanks) }
}

function readSingle(item: QtiItem, interaction: XmlElement): AnswerDraft {
  const declaration = getDeclaration(item, interaction)
  if (interaction.name === 'inlineChoiceInteraction') {
    const right = listRightValues(declaration)
    const options = listDescendants(interaction, 'inlineChoice').map((choice) => ({
      text: item.toPlainText(renderContent(choice)),
      percent: right.includes(choice.attributes.identifier ?? '') ? 100 : 0,
      feedback: '',
    }))
    return completeChoice(options, true, { note: item.note })
  }
  return isNumber(declaration) ? readNumber(item, declaration) : readText(item, declaration)
}

const readText = (item: QtiItem, declaration: Declaration): AnswerDraft => ({
  type: 'short_answer',
  correct_answer: readAccepted(item, declaration),
})

/** Returns the texts that earn all points. */
function readAccepted(item: QtiItem, { correct, mapping }: Declaration): string[] {
  const most = Math.max(0, ...mapping.map(({ points }) => points))
  const whole = mapping.filter(({ points }) => points > 0 && points === most)
  if (mapping.some(({ points }) => points > 0 && points < most)) item.note(createLoss('partialPoints'))
  if (whole.some(({ isCaseSensitive }) => isCaseSensitive)) item.note(createLoss('letterCase'))
  const accepted = [...correct, ...whole.map(({ key }) => key)].map((text) => text.replace(/\s+/g, ' ').trim())
  if (accepted.length === 0) throw createRefusal('noRightAnswer')
  return [...new Set(accepted)]
}

function readNumber(item: QtiItem, declaration: Declaration): AnswerDraft {
  const values = [...new Set(listRightValues(declaration))].map(Number)
  const [value] = values
  if (value === undefined) throw createRefusal('noRightAnswer')
  if (values.length > 1) item.note(createLoss('furtherNumbers'))
  return { type: 'numeric', correct_answer: value, tolerance: readTolerance(item, value, declaration.identifier) }
}

/** The processing of responses may compare with `equal`, whose tolerance is absolute or in percent. */
function readTolerance({ element, note }: QtiItem, value: number, identifier: string): number {
  const [equal] = listDescendants(element, 'equal').filter((candidate) =>
    listDescendants(candidate, 'variable').some(({ attributes }) => attributes.identifier === identifier),
  )
  const { toleranceMode = 'exact', tolerance = '' } = equal?.attributes ?? {}
  const [below = 0, above = below] = tolerance.trim().split(/\s+/).map(Number)
  if (toleranceMode === 'exact' || !Number.isFinite(below) || !Number.isFinite(above)) return 0
  if (above !== below) note(createLoss('bounds'))
  const least = Math.min(below, above)
  return toleranceMode === 'relative' ? Number(((Math.abs(value) * least) / 100).toPrecision(12)) : least
}

function readBlank(item: QtiItem, interaction: XmlElement): string[] {
  const declaration = getDeclaration(item, interaction)
  if (interaction.name === 'textEntryInteraction') {
    if (isNumber(declaration)) item.note(createLoss('blankNumbers'))
    return readAccepted(item, declaration)
  }
  item.note(createLoss('menus'))
  const right = listRightValues(declaration)
  return listDescendants(interaction, 'inlineChoice')
    .filter(({ attributes }) => right.includes(attributes.identifier ?? ''))
    .map((choice) => item.toPlainText(renderContent(choice)))
}

/** Words that are placed into gaps of the text. */
export function readGaps(item: QtiItem, interaction: XmlElement): AnswerDraft {
  const words = new Map(
    listDescendants(interaction, 'gapText', 'gapImg').map((word) => [
      word.attributes.identifier ?? '',
      item.toPlainText(renderContent(word)),
    ]),
  )
  const right = listRightValues(getDeclaration(item, interaction)).map((value) => value.split(/\s+/))
  const blanks: string[][] = []
  const html = item.body.html.replace(gapPlace, (_, gap: string) => {
    blanks.push(right.filter(([, place]) => place === gap).map(([word = '']) => words.get(word) ?? ''))
    return createMark(blanks.length)
  })
  if (blanks.length === 0) throw createRefusal('noBlank')
  item.note(createLoss('menus'))
  return { type: 'cloze', question: replaceMarks(item.toMarkdown(html), blanks) }
}
