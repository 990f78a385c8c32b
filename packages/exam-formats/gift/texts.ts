/** The text formats of GIFT: `[moodle]` is plain text in which HTML may occur, and what a question without a format has. */

import { escapeMarkdown, isHtml, type TextContext, toMarkdown, toPlainText } from '../html.ts'
import { lineBreakMark, restoreEscapes } from './escapes.ts'

export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown'

export interface TextReader {
  /** Returns a text of a question, with its escapes still marked, as Markdown. */
  readMarkdown: (marked: string) => string
  /** Returns the text of an option. */
  readOption: (marked: string) => string
}

const prefix = /^\s*\[(html|moodle|plain|markdown)\]/

/** Returns the format that a text begins with, or else that of its question. */
function readPrefix(marked: string, format: TextFormat): { format: TextFormat; text: string } {
  const [head = '', own] = prefix.exec(marked) ?? []
  return { format: own === undefined ? format : (own as TextFormat), text: marked.slice(head.length).trim() }
}

export const createTextReader = (input: TextFormat, context: TextContext): TextReader => ({
  readMarkdown: (marked) => {
    const { format, text } = readPrefix(marked, input)
    if (format === 'markdown') return restoreEscapes(text).trim()
    if (format === 'html' || (format === 'moodle' && isHtml(text))) return toMarkdown(toHtml(text, format), context)
    return writePlain(text)
  },
  readOption: (marked) => {
    const { format, text } = readPrefix(marked, input)
    const isMarkup = format === 'html' || (format === 'moodle' && isHtml(text))
    if (isMarkup) return toPlainText(toHtml(text, format), context)
    return restoreEscapes(format === 'markdown' ? text : text.replace(/(?<!\s)\s*\n\s*/g, ' ')).trim()
  },
})

/** An escaped line break in HTML is one of the source; in a text of Moodle it is one that a reader sees. */
const toHtml = (text: string, format: TextFormat) =>
  restoreEscapes(format === 'html' ? text : text.replaceAll(lineBreakMark, '<br>'))

/** Lines that the source wraps are one paragraph; escaped line breaks stay. */
const writePlain = (text: string) =>
  text
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .split(lineBreakMark)
    .map((line) => escapeMarkdown(restoreEscapes(line).trim()))
    .join('  \n')
    .replace(/(?: {2}\n){2,}/g, '\n\n')
    .trim()
