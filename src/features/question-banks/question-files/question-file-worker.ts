/** Reads and writes files of questions for `question-file.ts`, in a limited process. */

import { readFile } from 'node:fs/promises'
import {
  type PictureFile,
  type Question,
  type Reading,
  readQuestions,
  type WrittenFile,
  type WrittenFormat,
  writeQuestions,
} from '@research-platform/exam-formats'

export interface QuestionPath {
  path: string
  maxQuestions: number
}

/** Returns the questions of the file; of one with too many, one more than the most and no pictures, because it is refused. */
export async function readQuestionFile({ path, maxQuestions }: QuestionPath): Promise<Reading> {
  const reading = readQuestions(await readFile(path))
  if (reading.format === null || reading.items.length <= maxQuestions) return reading
  return { ...reading, items: reading.items.slice(0, maxQuestions + 1), files: [] }
}

export interface FileContent {
  format: WrittenFormat
  questions: Question[]
  files: PictureFile[]
}

export const writeQuestionFile = ({ format, questions, files }: FileContent): WrittenFile =>
  writeQuestions(format, questions, files)
