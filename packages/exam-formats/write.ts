/** Writes questions in a format, and says what of them the format cannot contain. */

import { writeCsv } from './csv/write.ts'
import { writeGift } from './gift/write.ts'
import { writeJson } from './json/write.ts'
import { writeMoodle } from './moodle/write.ts'
import type { PictureFile, Question } from './question.ts'
import type { Omission, WrittenFormat } from './written-formats.ts'

export interface WrittenFile {
  bytes: Uint8Array
  /** The media type. */
  type: string
  /** The extension of its name, without a dot. */
  extension: string
  /** Questions of which something is missing; none for `json`. */
  omissions: Omission[]
}

/** `files` are the pictures that the questions name; others are not needed, and are written only as JSON. */
export function writeQuestions(
  format: WrittenFormat,
  questions: readonly Question[],
  files: readonly PictureFile[],
): WrittenFile {
  const { text, omissions, type, extension } = write(format, questions, files)
  return { bytes: new TextEncoder().encode(text), type, extension, omissions }
}

function write(format: WrittenFormat, questions: readonly Question[], files: readonly PictureFile[]) {
  switch (format) {
    case 'gift':
      return { ...writeGift(questions, files), type: 'text/plain; charset=utf-8', extension: 'gift' }
    case 'moodle_xml':
      return { ...writeMoodle(questions, files), type: 'application/xml; charset=utf-8', extension: 'xml' }
    case 'csv':
      return { ...writeCsv(questions, files), type: 'text/csv; charset=utf-8; header=present', extension: 'csv' }
    case 'json':
      return { text: writeJson(questions, files), omissions: [], type: 'application/json', extension: 'json' }
  }
}
