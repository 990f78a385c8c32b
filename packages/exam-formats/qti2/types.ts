/** Chooses the type of an item of QTI 2.1 by its interactions, and reads its answers. */

import { createLoss, createRefusal } from '../reasons.ts'
import { completeChoice } from '../scores.ts'
import { listDescendants, type XmlElement } from '../xml.ts'
import { readGaps, readInline } from './blanks.ts'
import { renderContent } from './body.ts'
import { readMatching } from './matching.ts'
import { type AnswerDraft, getDeclaration, type QtiItem } from './qti-item.ts'
import { type Declaration, listRightValues } from './responses.ts'

type Reader = (item: QtiItem, interaction: XmlElement) => AnswerDraft

const readEssay: Reader = (item, interaction) => {
  const declaration = item.declarations.get(interaction.attributes.responseIdentifier ?? '')
  if (declaration !== undefined && listRightValues(declaration).length > 0) item.note(createLoss('modelAnswer'))
  return { type: 'essay' }
}

const readSlider: Reader = (item, interaction) => {
  const [value = Number.NaN] = listRightValues(getDeclaration(item, interaction)).map(Number)
  return { type: 'numeric', correct_answer: value }
}

const readers: Readonly<Record<string, Reader>> = {
  choiceInteraction: (item, interaction) => readChoice(item, interaction, 'simpleChoice'),
  hottextInteraction: (item, interaction) => {
    item.note(createLoss('hottext'))
    return readChoice(item, interaction, 'hottext')
  },
  orderInteraction: readOrdering,
  matchInteraction: readMatching,
  gapMatchInteraction: readGaps,
  extendedTextInteraction: readEssay,
  uploadInteraction: () => ({ type: 'file_upload' }),
  sliderInteraction: readSlider,
}

const inline = new Set(['textEntryInteraction', 'inlineChoiceInteraction'])

export function chooseType(item: QtiItem): AnswerDraft {
  const { interactions } = item.body
  const [first] = interactions
  if (first === undefined) throw createRefusal('textOnly')
  if (interactions.every(({ name }) => inline.has(name))) return readInline(item)
  const read = Object.hasOwn(readers, first.name) ? readers[first.name] : undefined
  if (read === undefined) throw createRefusal('unsupportedType', { type: first.name })
  if (interactions.length > 1) throw createRefusal('severalInteractions')
  return read(item, first)
}

const isTrueOrFalse = (texts: readonly string[]) =>
  texts.length === 2 && ['false', 'true'].every((word) => texts.some((text) => text.toLowerCase() === word))

function readChoice(item: QtiItem, interaction: XmlElement, name: string): AnswerDraft {
  const declaration = getDeclaration(item, interaction)
  const isSingle = declaration.cardinality === 'single'
  const right = listRightValues(declaration)
  const choices = listDescendants(interaction, name)
  const isFixed =
    interaction.attributes.shuffle === 'true' && choices.some(({ attributes }) => attributes.fixed === 'true')
  if (isFixed) item.note(createLoss('fixedOptions'))
  const unknown = right.find((value) => !choices.some(({ attributes }) => attributes.identifier === value))
  if (unknown !== undefined) throw createRefusal('unknownRightAnswer', { answer: unknown })
  noteMapping(item, declaration, right)
  const options = choices.map((choice) => ({
    text: item.toPlainText(renderContent(choice)),
    percent: right.includes(choice.attributes.identifier ?? '') ? 100 : 0,
    feedback: '',
  }))
  const draft = completeChoice(options, isSingle, { note: item.note })
  const texts = options.map(({ text }) => text)
  if (draft.type !== 'single_choice' || !isTrueOrFalse(texts)) return draft
  return { type: 'true_false', correct_answer: String(draft.correct_answer).toLowerCase() === 'true' }
}

/** Points that differ between right values, or that wrong ones have, are lost. */
function noteMapping(item: QtiItem, { mapping }: Declaration, right: readonly string[]) {
  const ofRight = new Set(mapping.filter(({ key }) => right.includes(key)).map(({ points }) => points))
  const ofWrong = mapping.some(({ key, points }) => !right.includes(key) && points !== 0)
  if (ofRight.size > 1 || ofWrong) item.note(createLoss('partialPoints'))
}

function readOrdering(item: QtiItem, interaction: XmlElement): AnswerDraft {
  const right = getDeclaration(item, interaction).correct
  const choices = listDescendants(interaction, 'simpleChoice')
  if (right.length === 0) throw createRefusal('noRightAnswer')
  if (right.length !== choices.length) throw createRefusal('computedScore')
  const options = right.map((value) => {
    const choice = choices.find(({ attributes }) => attributes.identifier === value)
    if (choice === undefined) throw createRefusal('unknownRightAnswer', { answer: value })
    return item.toPlainText(renderContent(choice))
  })
  return { type: 'ordering', options, correct_answer: options }
}
