/** Writes questions in CSV (RFC 4180), with a row for each and columns for its options. */

import { stringify } from 'csv-stringify/sync'
import type { PictureFile, Question } from '../question.ts'
import { createOmission, type Reason } from '../reasons.ts'
import { getFeedback, hasPictures, listTexts, type Omission, writeAll } from '../written-formats.ts'
import { firstColumns, lastColumns } from './columns.ts'
import { escapeFormula } from './formulas.ts'

interface Row {
  single: Record<string, string>
  /** What the columns of each option contain. */
  options: { option: string; match: string; feedback: string }[]
}

/** Line breaks of any kind, which readers take for the end of a row, and white space at the ends, which they drop. */
const quoted = /[\r\n\u2028\u2029]|^\s|\s$/

export function writeCsv(
  questions: readonly Question[],
  files: readonly PictureFile[],
): { text: string; omissions: Omission[] } {
  const { contents, omissions } = writeAll(questions, (question, note) => writeRow(question, files, note))
  const numbers = Array.from(
    { length: Math.max(2, ...contents.map(({ options }) => options.length)) },
    (_, index) => index,
  )
  const header = [
    ...firstColumns,
    ...numbers.flatMap((index) => [`option_${index + 1}`, `match_${index + 1}`, `feedback_${index + 1}`]),
    ...lastColumns,
  ]
  const rows = contents.map(({ single, options }) => [
    ...firstColumns.map((column) => single[column] ?? ''),
    ...numbers.flatMap((index) => [
      options[index]?.option ?? '',
      options[index]?.match ?? '',
      options[index]?.feedback ?? '',
    ]),
    ...lastColumns.map((column) => single[column] ?? ''),
  ])
  const cells = [header, ...rows.map((row) => row.map(escapeFormula))]
  // Without the mark, spreadsheets read another encoding.
  return { text: `\ufeff${stringify(cells, { quoted_match: quoted, record_delimiter: 'windows' })}`, omissions }
}

function writeRow(question: Question, files: readonly PictureFile[], note: (omission: Reason) => void): Row {
  if (hasPictures(question, files)) note(createOmission('pictures'))
  if (question.rubric.length > 0) note(createOmission('rubric'))
  if (question.void) note(createOmission('void'))
  if (question.tags.some((tag) => tag.includes(';'))) note(createOmission('tags'))
  return {
    single: {
      type: question.type,
      title: question.title,
      question: question.question,
      correct_answer: writeCorrect(question),
      tolerance: question.tolerance === 0 ? '' : String(question.tolerance),
      points: String(question.points),
      max_words: question.max_words === null ? '' : String(question.max_words),
      explanation: question.explanation,
      tags: question.tags.map((tag) => tag.replaceAll(';', ',')).join('; '),
      difficulty: question.difficulty === null ? '' : String(question.difficulty),
    },
    options: listOptions(question),
  }
}

/** Right options are named by their numbers, `#1; #3`, because they may have any text. */
function writeCorrect(question: Question): string {
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      return listTexts(question)
        .map((text) => `#${question.options.indexOf(text) + 1}`)
        .join('; ')
    case 'true_false':
    case 'numeric':
      return String(question.correct_answer)
    default:
      return ''
  }
}

function listOptions(question: Question): Row['options'] {
  switch (question.type) {
    case 'single_choice':
    case 'multiple_choice':
      return question.options.map((option) => ({ option, match: '', feedback: getFeedback(question, option) }))
    case 'true_false':
      return ['true', 'false'].map((word) => ({ option: '', match: '', feedback: getFeedback(question, word) }))
    case 'short_answer':
    case 'ordering':
      return listTexts(question).map((option) => ({ option, match: '', feedback: '' }))
    case 'matching':
      return [
        ...question.pairs.map(({ left, right }) => ({ option: left, match: right, feedback: '' })),
        ...question.options.map((right) => ({ option: '', match: right, feedback: '' })),
      ]
    case 'numeric':
    case 'cloze':
    case 'essay':
    case 'file_upload':
      return []
  }
}
