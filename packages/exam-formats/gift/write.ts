/** Writes GIFT. Texts are written as Markdown, which Moodle reads too. */

import type { PictureFile, Question } from '../question.ts'
import { createOmission, type Reason } from '../reasons.ts'
import {
  getFeedback,
  hasPictures,
  listTexts,
  type Omission,
  omitType,
  Unwritable,
  writeAll,
} from '../written-formats.ts'
import { escapeGift } from './escapes.ts'

export function writeGift(
  questions: readonly Question[],
  files: readonly PictureFile[],
): { text: string; omissions: Omission[] } {
  const { contents, omissions } = writeAll(questions, (question, note) => writeQuestion(question, files, note))
  return { text: contents.join('\n\n').concat('\n'), omissions }
}

function writeQuestion(question: Question, files: readonly PictureFile[], note: (omission: Reason) => void): string {
  const { title, question: text, explanation, tags } = question
  const answers = writeAnswers(question)
  noteOmissions(question, files, note)
  const comment = tags.length === 0 ? '' : `// ${tags.map(writeTag).join(' ')}\n`
  const head = title === '' ? '' : `::${escapeGift(title)}::`
  const solution = explanation === '' ? '' : `####${escapeGift(explanation)}`
  return `${comment}${head}[markdown]${escapeGift(text)} {${answers}${solution}}`
}

const writeTag = (tag: string) => `[tag:${tag.replace(/[\]\\]/g, '\\$&')}]`

function noteOmissions(question: Question, files: readonly PictureFile[], note: (omission: Reason) => void) {
  if (question.points !== 1) note(createOmission('points'))
  if (question.difficulty !== null) note(createOmission('difficulty'))
  if (question.max_words !== null) note(createOmission('maxWords'))
  if (question.rubric.length > 0) note(createOmission('rubric'))
  if (question.void) note(createOmission('void'))
  if (hasPictures(question, files)) note(createOmission('pictures'))
}

function writeAnswers(question: Question): string {
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      return writeChoice(question)
    case 'true_false':
      return writeTrueFalse(question)
    case 'short_answer':
      return listTexts(question)
        .map((text) => `=${writeText(refuseArrow(text).replaceAll('*', '\\*'), 100)}`)
        .join(' ')
    case 'numeric':
      return `#${question.correct_answer}${question.tolerance === 0 ? '' : `:${question.tolerance}`}`
    case 'matching':
      return writeMatching(question)
    case 'essay':
      return ''
    case 'ordering':
    case 'cloze':
    case 'file_upload':
      throw omitType(question)
  }
}

/** What would be read as a share of the points, or as the format of the text, comes after an explicit one. */
function writeText(text: string, percent: number): string {
  const weight = text.startsWith('%') ? `%${percent}%` : ''
  const format = /^\[(?:html|moodle|plain|markdown)\]/.test(text) ? '[markdown]' : ''
  return weight + format + escapeGift(text)
}

const writeFeedback = (feedback: string) => (feedback === '' ? '' : `#${escapeGift(feedback)}`)

function writeChoice(question: Question): string {
  const right = listTexts(question)
  const share = Number((100 / right.length).toFixed(5))
  return question.options
    .map((option) => {
      const feedback = writeFeedback(getFeedback(question, option))
      if (!right.includes(option)) return `~${writeText(option, 0)}${feedback}`
      if (question.type === 'single_choice') return `=${writeText(option, 100)}${feedback}`
      return `~%${share}%${writeText(option, 0).replace(/^%0%/, '')}${feedback}`
    })
    .join(' ')
}

/** The feedback of the wrong answer comes first. */
function writeTrueFalse(question: Question): string {
  const right = question.correct_answer === true
  const [ofRight, ofWrong] = [getFeedback(question, String(right)), getFeedback(question, String(!right))]
  const wrong = ofRight === '' ? writeFeedback(ofWrong) : `#${escapeGift(ofWrong)}`
  return `${right ? 'TRUE' : 'FALSE'}${wrong}${writeFeedback(ofRight)}`
}

/** An arrow separates pairs, and has no escape. */
function refuseArrow(text: string): string {
  if (text.includes('->')) throw new Unwritable(createOmission('unwritable', { text: '->' }))
  return text
}

function writeMatching({ pairs, options }: Question): string {
  const rows = [...pairs, ...options.map((right) => ({ left: '', right }))]
  return rows
    .map(({ left, right }) => `=${writeText(refuseArrow(left), 100)} -> ${writeText(refuseArrow(right), 100)}`)
    .join(' ')
}
