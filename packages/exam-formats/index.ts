/** The door: reads questions of any format, and writes them. */

export type { Format } from './document.ts'
export type { Item, Verdict } from './item.ts'
export { type Reading, readQuestions } from './read.ts'
export {
  type Blank,
  checkQuestion,
  formatReason,
  limits,
  listBlanks,
  type Pair,
  type PictureFile,
  type Question,
  type QuestionType,
  questionTypes,
  type Reason,
  type ReasonTemplate,
  sentences,
  type WrittenFormat,
  writtenFormats,
} from './rules.ts'
export { type WrittenFile, writeQuestions } from './write.ts'
export type { Omission } from './written-formats.ts'
