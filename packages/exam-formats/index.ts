/** The door: reads questions of any format, and writes them. */

export type { Format } from './document.ts'
export type { Item, Verdict } from './item.ts'
export { checkQuestion } from './mistakes.ts'
export {
  type Blank,
  limits,
  listBlanks,
  type Pair,
  type PictureFile,
  type Question,
  type QuestionType,
  questionTypes,
} from './question.ts'
export { type Reading, readQuestions } from './read.ts'
export { formatReason, type Reason, type ReasonTemplate, sentences } from './reasons.ts'
export { type WrittenFile, type WrittenFormat, writeQuestions, writtenFormats } from './write.ts'
export type { Omission } from './written.ts'
