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

export const readQuestionFile = async (path: string): Promise<Reading> => readQuestions(await readFile(path))

export interface FileContent {
  format: WrittenFormat
  questions: Question[]
  files: PictureFile[]
}

export const writeQuestionFile = ({ format, questions, files }: FileContent): WrittenFile =>
  writeQuestions(format, questions, files)
