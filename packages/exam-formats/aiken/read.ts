/** Reads Aiken: a text, options with letters, and a line with the letter of the right one. https://docs.moodle.org/en/Aiken_format */

import { escapeMarkdown } from '../html.ts'
import { type Item, readItem } from '../item.ts'
import { createRefusal } from '../reasons.ts'
import type { Source } from '../source.ts'

interface Block {
  line: number
  text: string[]
  options: { letter: string; text: string }[]
  /** The letters after `ANSWER:`; null when the line is missing. */
  answer: string | null
}

const option = /^\s*([A-Z])[.)]\s+(\S.*)$/
const answer = /^ANSWER:\s*([A-Z][A-Z\s,;]*)[.)]?$/i

export const isAiken = (text: string): boolean =>
  /^[ \t]*ANSWER:\s*[A-Z]/im.test(text) && /^[ \t]*[A-Z][.)]\s/m.test(text)

export const readAiken = ({ text }: Source): Item[] => listBlocks(text).map(readBlock)

/** A line that is neither an option nor an answer belongs to the text, unless options came before: then the answer is missing. */
function beginsQuestion(block: Block | undefined, line: Line): boolean {
  if (block === undefined || block.answer !== null) return true
  return block.options.length > 0 && line.letters === undefined && line.letter === undefined
}

interface Line {
  text: string
  /** The letters of an answer. */
  letters: string | undefined
  /** The letter of an option, and its text. */
  letter: string | undefined
  words: string
}

function readLine(text: string): Line {
  const [, letters] = answer.exec(text.trim()) ?? []
  const [, letter, words = ''] = option.exec(text) ?? []
  return { text: text.trim(), letters, letter, words: words.trim() }
}

function addLine(block: Block, { text, letters, letter, words }: Line) {
  if (letters !== undefined) block.answer = letters
  else if (letter !== undefined && block.text.length > 0) block.options.push({ letter, text: words })
  else block.text.push(text)
}

function listBlocks(text: string): Block[] {
  const blocks: Block[] = []
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const line = readLine(content)
    const last = blocks.at(-1)
    const block = beginsQuestion(last, line) ? undefined : last
    if (block === undefined) blocks.push({ line: index + 1, text: [], options: [], answer: null })
    const current = blocks.at(-1)
    if (current !== undefined) addLine(current, line)
  }
  return blocks
}

const readBlock = ({ line, text, options, answer: letters }: Block): Item =>
  readItem({ place: String(line) }, () => {
    if (letters === null) throw createRefusal('noAnswerLine')
    const right = (letters.toUpperCase().match(/[A-Z]/g) ?? []).map((letter) => {
      const found = options.find((candidate) => candidate.letter === letter)
      if (found === undefined) throw createRefusal('unknownLetter', { letter })
      return found.text
    })
    const isSingle = right.length === 1
    return {
      type: isSingle ? 'single_choice' : 'multiple_choice',
      question: escapeMarkdown(text.join(' ')),
      options: options.map((candidate) => candidate.text),
      correct_answer: isSingle ? (right[0] ?? '') : right,
    }
  })
