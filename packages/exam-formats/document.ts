/** Reads the questions of one document, whose format is recognized by its content. */

import { isAiken, readAiken } from './aiken/read.ts'
import { detectDelimiter, readCsv } from './csv/read.ts'
import { readGift } from './gift/read.ts'
import type { Item } from './item.ts'
import { readJson } from './json/read.ts'
import { readMoodle } from './moodle/read.ts'
import { readQti1 } from './qti1/read.ts'
import { readQti2 } from './qti2/read.ts'
import { createFileProblem } from './reasons.ts'
import type { Source } from './source.ts'
import { parseXml } from './xml.ts'

export type Format = 'gift' | 'aiken' | 'moodle_xml' | 'qti_1_2' | 'qti_2_1' | 'csv' | 'json'

export interface Document {
  format: Format
  items: Item[]
}

/** Throws `FileProblem` for a document that is none of the formats. */
export function readDocument(source: Source): Document {
  const text = source.text.trimStart()
  if (text.startsWith('<')) return readXml(source)
  if (text.startsWith('{"') || /^\{\s*"/.test(text.slice(0, 100))) return { format: 'json', items: readJson(source) }
  const delimiter = detectDelimiter(source.text)
  if (delimiter !== null) return { format: 'csv', items: readCsv(source, delimiter) }
  if (isAiken(source.text)) return { format: 'aiken', items: readAiken(source) }
  if (/\{[^{}]*\}|^[ \t]*(?:\$CATEGORY:|::)/m.test(source.text)) return { format: 'gift', items: readGift(source) }
  throw createFileProblem('unknownFormat')
}

/** Elements of documents that belong to packages and contain no questions. */
const others = new Set(['assessmentTest', 'assessmentSection', 'manifest'])

function readXml(source: Source): Document {
  const document = parseXml(source.text)
  const { name } = document.root
  if (name === 'quiz') return { format: 'moodle_xml', items: readMoodle(document, source) }
  if (name === 'questestinterop') return { format: 'qti_1_2', items: readQti1(document, source) }
  if (name === 'assessmentItem') return { format: 'qti_2_1', items: readQti2(document, source) }
  if (name.startsWith('qti-')) throw createFileProblem('newerQti')
  throw createFileProblem(others.has(name) ? 'emptyFile' : 'unknownFormat')
}
