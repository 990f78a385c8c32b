/**
 * Reads GIFT, the text format of Moodle: https://docs.moodle.org/en/GIFT_format. A question ends at an empty line that is not within its answers.
 */

import { type Item, readItem } from '../item.ts'
import { createRefusal } from '../reasons.ts'
import type { Source } from '../source.ts'
import { readAnswers } from './answers.ts'
import { markEscapes, restoreEscapes } from './escapes.ts'
import { createTextReader, type TextFormat } from './texts.ts'

/** The lines of a question, with what comments and categories before it say. */
interface Block {
  line: number
  text: string
  tags: string[]
}

const comment = /^\s*\/\//
const category = /^\s*\$CATEGORY:(.*)$/

/** Returns the questions of the text. */
export function readGift(source: Source): Item[] {
  return listBlocks(source.text).map((block) => readBlock(block, source))
}

class BlockList {
  readonly blocks: Block[] = []
  #lines: string[] = []
  #begin = 0
  #tags: string[] = []
  #category: string[] = []

  get isWithinAnswers(): boolean {
    const text = markEscapes(this.#lines.join('\n'))
    return text.lastIndexOf('{') > text.lastIndexOf('}')
  }

  addLine(line: string, number: number) {
    if (this.#lines.length === 0) this.#begin = number
    this.#lines.push(line)
  }

  /** Comments before a question may contain its tags, as Moodle writes them: `// [id:7] [tag:Africa]`. */
  addComment(line: string) {
    for (const [, tag = ''] of line.matchAll(/\[tag:((?:[^\]\\]|\\.){0,100})\]/g))
      this.#tags.push(tag.replace(/\\([\]\\])/g, '$1'))
  }

  setCategory(path: string) {
    this.end()
    this.#category = listCategoryTags(path)
  }

  end() {
    const text = this.#lines.join('\n')
    if (text.trim() !== '') {
      this.blocks.push({ line: this.#begin, text, tags: [...this.#category, ...this.#tags] })
      this.#tags = []
    }
    this.#lines = []
  }
}

/** Returns the last part of the path of a category, by which its questions can be found. */
export function listCategoryTags(path: string): string[] {
  const last = path.replaceAll('//', '\0').split('/').at(-1)?.replaceAll('\0', '/').trim() ?? ''
  const isDefault = last === '' || last === 'top' || /^\$\w+\$$/.test(last) || last.startsWith('Default for ')
  return isDefault ? [] : [last]
}

function listBlocks(text: string): Block[] {
  const list = new BlockList()
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const [, path] = category.exec(line) ?? []
    if (comment.test(line)) list.addComment(line)
    else if (path !== undefined) list.setCategory(path)
    else if (line.trim() !== '') list.addLine(line, index + 1)
    else if (!list.isWithinAnswers || !continuesAnswers(lines, index)) list.end()
  }
  list.end()
  return list.blocks
}

/** Lines after an empty one that are still read as answers. */
const maxContinued = 50

/** Whether the answers that an empty line interrupts end later, before another question begins. */
function continuesAnswers(lines: readonly string[], index: number): boolean {
  for (const line of lines.slice(index + 1, index + 1 + maxContinued)) {
    const text = markEscapes(line)
    const [begin, end] = [text.indexOf('{'), text.indexOf('}')]
    if (begin !== -1 || text.startsWith('::')) return false
    if (end !== -1) return true
  }
  return false
}

const titled = /^\s*::([\s\S]*?)::/
const formatted = /^\s*\[(html|moodle|plain|markdown)\]/

function readBlock({ line, text, tags }: Block, source: Source): Item {
  const marked = markEscapes(text)
  const [head = '', title = ''] = titled.exec(marked) ?? []
  return readItem({ place: String(line), title: restoreEscapes(title) }, (losses) => {
    const rest = marked.slice(head.length)
    const [prefix = '', format = 'moodle'] = formatted.exec(rest) ?? []
    const reader = createTextReader(format as TextFormat, { ...source, note: losses.note })
    const { before, answers, after } = splitAnswers(rest.slice(prefix.length))
    const draft = readAnswers(answers, reader, losses)
    return { ...draft, question: joinGap(reader.readMarkdown(before), reader.readMarkdown(after)), tags }
  })
}

/** Where the answers stand within the text, a line marks their place. */
function joinGap(before: string, after: string): string {
  if (after === '') return before
  const separator = /^[\p{P}]/u.test(after) ? '' : ' '
  return `${before} \\_\\_\\_\\_\\_${separator}${after}`
}

function splitAnswers(text: string): { before: string; answers: string; after: string } {
  const begin = text.indexOf('{')
  if (begin === -1) throw createRefusal('textOnly')
  const end = text.indexOf('}', begin)
  if (end === -1) throw createRefusal('openAnswers')
  const after = text.slice(end + 1)
  if (after.includes('{')) throw createRefusal('severalBlanks')
  return { before: text.slice(0, begin), answers: text.slice(begin + 1, end), after }
}
