/** The door of the rules alone, without the readers and writers of files and their libraries. */

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
export { formatReason, type Reason, type ReasonTemplate, sentences } from './reasons.ts'
export { type WrittenFormat, writtenFormats } from './written-formats.ts'
