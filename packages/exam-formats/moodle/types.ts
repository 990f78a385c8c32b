/** The types of questions in Moodle XML, by their names there. */

import type { Draft } from '../item.ts'
import type { Pair } from '../question.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { chooseRightNumber, completeChoice, type ScoredOption, selectAccepted } from '../scores.ts'
import { findChild, getText, listChildren, type XmlElement } from '../xml.ts'
import { readCloze, readGapfill, readGaps } from './cloze.ts'
import { getMoodleText, type MoodleQuestion } from './texts.ts'

type TypeReader = (question: MoodleQuestion) => Omit<Draft, 'question'> & Partial<Pick<Draft, 'question'>>

const getField = (element: XmlElement, name: string) => getText(findChild(element, name)).trim()
const isSet = (element: XmlElement, name: string) => ['1', 'true'].includes(getField(element, name))

const getPercent = ({ attributes: { fraction = '0' } }: XmlElement) => Number(fraction.replace(',', '.')) || 0

/** Returns the options with their shares and feedback. Answers without a format of their own have HTML only where they look like it. */
const readOptions = ({ element, reader }: MoodleQuestion): ScoredOption[] =>
  listChildren(element, 'answer').map((answer) => ({
    text: reader.readOption(getMoodleText(answer, 'moodle_auto_format')),
    percent: getPercent(answer),
    feedback: reader.readMarkdown(getMoodleText(findChild(answer, 'feedback'))),
  }))

const readChoice: TypeReader = (question) =>
  completeChoice(
    readOptions(question),
    getField(question.element, 'single') !== 'false' && getField(question.element, 'single') !== '0',
    question.losses,
  )

/** Types of plugins in which all right options are needed. */
const readChoiceOfAll: TypeReader = (question) => completeChoice(readOptions(question), false, question.losses)

const readTrueFalse: TypeReader = (question) => {
  const options = readOptions(question)
  const right = options.find(({ percent }) => percent > 0)?.text.toLowerCase()
  if (right !== 'true' && right !== 'false') throw createRefusal('notTrueOrFalse')
  return {
    type: 'true_false',
    correct_answer: right === 'true',
    option_feedback: Object.fromEntries(options.map(({ text, feedback }) => [text.toLowerCase(), feedback])),
  }
}

function readPlainAnswers({ element, losses }: MoodleQuestion) {
  const answers = listChildren(element, 'answer')
  if (answers.some((answer) => getMoodleText(findChild(answer, 'feedback')).text !== ''))
    losses.note(createLoss('feedback'))
  return answers.map((answer) => ({
    text: getMoodleText(answer).text,
    percent: getPercent(answer),
    tolerance: Number(getField(answer, 'tolerance') || 0),
  }))
}

const readShortAnswer: TypeReader = (question) => {
  if (isSet(question.element, 'usecase')) question.losses.note(createLoss('letterCase'))
  return { type: 'short_answer', correct_answer: selectAccepted(readPlainAnswers(question), question.losses) }
}

const readNumeric: TypeReader = (question) => {
  if (listChildren(findChild(question.element, 'units'), 'unit').length > 0) question.losses.note(createLoss('units'))
  const answers = readPlainAnswers(question).map(({ text, percent, tolerance }) => ({
    value: text === '*' ? null : Number(text === '' ? Number.NaN : text.replace(',', '.')),
    percent,
    tolerance,
  }))
  const { value, tolerance } = chooseRightNumber(answers, question.losses)
  return { type: 'numeric', correct_answer: value, tolerance }
}

const readMatching: TypeReader = ({ element, reader }) => {
  const pairs: Pair[] = []
  const options: string[] = []
  for (const part of listChildren(element, 'subquestion')) {
    const left = reader.readOption(getMoodleText(part))
    const right = reader.readOption(getMoodleText(findChild(part, 'answer'), 'plain_text'))
    if (left === '') options.push(right)
    else pairs.push({ left, right })
  }
  return { type: 'matching', pairs, options }
}

const readOrdering: TypeReader = (question) => {
  const options = readOptions(question).map(({ text }) => text)
  return { type: 'ordering', options, correct_answer: options }
}

/** A plugin in which each item has its number. */
const readOrder: TypeReader = ({ element, reader }) => {
  const items = listChildren(element, 'subquestion').map((part) => ({
    text: reader.readOption(getMoodleText(part)),
    number: Number(getMoodleText(findChild(part, 'answer')).text || Number.NaN),
  }))
  const options = items.toSorted((first, second) => first.number - second.number).map(({ text }) => text)
  return { type: 'ordering', options, correct_answer: options }
}

const readEssay: TypeReader = ({ element, losses }) => {
  if (getMoodleText(findChild(element, 'graderinfo')).text !== '') losses.note(createLoss('graderNotes'))
  if (getMoodleText(findChild(element, 'responsetemplate')).text !== '') losses.note(createLoss('answerTemplate'))
  const words = Number(getField(element, 'maxwordlimit') || 0)
  const takesFiles = Number(getField(element, 'attachments') || 0) !== 0
  const isUpload = takesFiles && getField(element, 'responseformat') === 'noinline'
  return { type: isUpload ? 'file_upload' : 'essay', max_words: isUpload || words <= 0 ? null : words }
}

/** All readers, by the type that the file names. */
export const readers: Readonly<Record<string, TypeReader>> = {
  multichoice: readChoice,
  multichoiceset: readChoiceOfAll,
  oumultiresponse: readChoiceOfAll,
  truefalse: readTrueFalse,
  shortanswer: readShortAnswer,
  numerical: readNumeric,
  matching: readMatching,
  ddmatch: readMatching,
  ordering: readOrdering,
  essay: readEssay,
  multianswer: readCloze,
  cloze: readCloze,
  gapselect: readGaps,
  ddwtos: readGaps,
  gapfill: readGapfill,
  order: readOrder,
}
