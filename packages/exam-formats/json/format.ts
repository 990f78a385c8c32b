/** The JSON of questions, which contains all of them and their pictures. */

import type { PictureFile, Question } from '../question.ts'

/** What the document calls itself, and the version of its structure. */
export const jsonFormat = 'research-platform-questions'
export const jsonVersion = 1

export interface QuestionDocument {
  format: typeof jsonFormat
  version: typeof jsonVersion
  questions: Question[]
  files: { name: string; type: PictureFile['type']; base64: string }[]
}
