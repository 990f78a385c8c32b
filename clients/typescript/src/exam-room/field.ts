/** What a field for an answer gets from the room. */

import type { AttemptQuestion, UploadedFile } from '../contract.ts'
import type { Answer } from '../keeper.ts'
import type { Write } from './sentences.ts'

export type { Answer } from '../keeper.ts'

/** A file of an answer, as far as the room shows it. */
export type FileLabel = Pick<UploadedFile, 'id' | 'filename'>

export interface Field {
  question: AttemptQuestion
  answer: unknown
  write: Write
  /** The id of the element with the text of the question, which labels the field. */
  labelId: string
  /** The id of the element with the complaint about the answer. */
  complaintId: string
  /** Stores the answer: at once, or after a short pause in the typing. */
  change(value: Answer, pace?: 'now' | 'typing'): void
  /** Says something to screen readers. */
  announce(sentence: string): void
  /** Shows what is wrong with the answer; null takes it away. */
  complain(sentence: string | null): void
  /** Uploads a file of an answer. */
  upload(file: File): Promise<FileLabel>
  /** Returns the name of an uploaded file. */
  nameFile(id: number): string
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns the texts of a list; nothing for another value. */
export const listTexts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : [])

/** Returns the texts by name; nothing for another value. */
export const readTexts = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => isText(entry[1])))
    : {}
