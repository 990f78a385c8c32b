/** What a writer of a format returns, and what writers share. */

import type { PictureFile, Question } from './question.ts'
import { createOmission, type Reason } from './reasons.ts'

export const writtenFormats = ['gift', 'moodle_xml', 'csv', 'json'] as const
export type WrittenFormat = (typeof writtenFormats)[number]

/** What a format does not contain of one question. */
export interface Omission {
  /** The position of the question, from 0. */
  index: number
  title: string
  /** Whether the whole question is missing in the file. */
  isQuestionOmitted: boolean
  reasons: Reason[]
}

/** A question as a format writes it; null when the format cannot contain it. */
export interface WrittenQuestion<Content> {
  content: Content | null
  reasons: Reason[]
}

/** A question cannot be written in the format. */
export class Unwritable extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.template)
    this.name = 'Unwritable'
    this.reason = reason
  }
}

/** Writes each question. One that the format cannot contain is omitted. */
export function writeAll<Content>(
  questions: readonly Question[],
  write: (question: Question, note: (omission: Reason) => void) => Content,
): { contents: Content[]; omissions: Omission[] } {
  const contents: Content[] = []
  const omissions: Omission[] = []
  for (const [index, question] of questions.entries()) {
    const { content, reasons } = writeOne(question, write)
    if (content !== null) contents.push(content)
    if (reasons.length > 0)
      omissions.push({ index, title: question.title, isQuestionOmitted: content === null, reasons })
  }
  return { contents, omissions }
}

function writeOne<Content>(
  question: Question,
  write: (question: Question, note: (omission: Reason) => void) => Content,
): WrittenQuestion<Content> {
  const reasons: Reason[] = []
  try {
    return { content: write(question, (omission) => reasons.push(omission)), reasons }
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error
    return { content: null, reasons: [error.reason] }
  }
}

const picture = /!\[[^[\]]*\]\(([^()\s]+)\)/g

/** Returns the names of pictures in a text that are among the files. */
export const listPictures = (text: string, files: readonly PictureFile[]): PictureFile[] => {
  const names = new Set(Array.from(text.matchAll(picture), ([, name = '']) => name))
  return files.filter(({ name }) => names.has(name))
}

export const hasPictures = (
  { question, explanation, options, option_feedback, pairs }: Question,
  files: readonly PictureFile[],
): boolean => {
  const sides = pairs.flatMap(({ left, right }) => [left, right])
  const texts = [question, explanation, ...options, ...sides, ...Object.values(option_feedback)]
  return texts.some((text) => listPictures(text, files).length > 0)
}

/** Returns the feedback of an option, which may have the name of a property that every object has. */
export const getFeedback = ({ option_feedback }: Question, option: string): string =>
  Object.hasOwn(option_feedback, option) ? (option_feedback[option] ?? '') : ''

export const omitType = ({ type }: Question): Unwritable => new Unwritable(createOmission('typeOmitted', { type }))

export const listTexts = ({ correct_answer }: Question): string[] =>
  Array.isArray(correct_answer) ? correct_answer : typeof correct_answer === 'string' ? [correct_answer] : []
