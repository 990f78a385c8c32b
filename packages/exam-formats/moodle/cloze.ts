/**
 * Reads the blanks within the text of a question: `{1:SHORTANSWER:=word~%50%wort#feedback}` (https://docs.moodle.org/en/Embedded_Answers_(Cloze)_question_type), and
 * `[[1]]` of the types in which words are chosen.
 */

import type { Draft, Losses } from '../item.ts'
import { createMark, replaceMarks } from '../marks.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { findChild, getText, listChildren } from '../xml.ts'
import { getMoodleText, type MoodleQuestion } from './texts.ts'

interface ReadBlank {
  accepted: string[]
  weight: number
}

/** A blank: its weight, its type, and its answers, in which a backslash escapes a brace. */
const blank = /\{(\d{0,4}):([A-Z]+(?:_[A-Z]+)*):((?:[^{}\\]|\\[\s\S])*)\}/g
const menuTypes = /^(?:MULTICHOICE|MC|MULTIRESPONSE|MR)/
const numberTypes = new Set(['NUMERICAL', 'NM'])
const strictTypes = new Set(['SHORTANSWER_C', 'SAC', 'MWC'])

export function readCloze({ element, reader, losses }: MoodleQuestion): Draft {
  const text = getMoodleText(findChild(element, 'questiontext'))
  const blanks: ReadBlank[] = []
  const decode = text.format === 'markdown' ? String : decodeEntities
  const marked = text.text.replace(blank, (_, weight: string, type: string, answers: string) => {
    blanks.push({ accepted: readAccepted(type, decode(answers), losses), weight: Number(weight || 1) })
    return createMark(blanks.length)
  })
  if (blanks.length === 0) throw createRefusal('noBlank')
  if (new Set(blanks.map(({ weight }) => weight)).size > 1) losses.note(createLoss('blankPoints'))
  const question = reader.readMarkdown({ ...text, text: marked })
  const weights = blanks.reduce((sum, { weight }) => sum + weight, 0)
  return { type: 'cloze', question: insertBlanks(question, blanks), points: weights }
}

const insertBlanks = (question: string, blanks: readonly ReadBlank[]) =>
  replaceMarks(
    question,
    blanks.map(({ accepted }) => accepted),
  )

function readAccepted(type: string, answers: string, losses: Losses): string[] {
  const parts = splitAnswers(answers)
  const right = parts.filter(({ isRight }) => isRight).map(({ text }) => text)
  noteBlank(type, parts, losses)
  const accepted = numberTypes.has(type) ? right.map((text) => text.split(':', 1)[0] ?? '') : right
  const plain = accepted
    .map((text) => text.trim())
    .filter((text) => text !== '' && text !== '*')
    .map((text) => text.replaceAll('\\*', '*'))
  if (plain.length === 0) throw createRefusal('badBlank', { blank: answers })
  return [...new Set(plain)]
}

interface Part {
  text: string
  isRight: boolean
  isPartial: boolean
  feedback: string
}

function noteBlank(type: string, parts: readonly Part[], losses: Losses) {
  if (menuTypes.test(type)) losses.note(createLoss('menus'))
  if (numberTypes.has(type)) losses.note(createLoss('blankNumbers'))
  if (strictTypes.has(type)) losses.note(createLoss('letterCase'))
  if (parts.some(({ isPartial }) => isPartial)) losses.note(createLoss('partialPoints'))
  if (parts.some(({ feedback }) => feedback.trim() !== '')) losses.note(createLoss('feedback'))
}

/** Answers are separated by a tilde; `=` or `%100%` begins a right one. */
const splitAnswers = (answers: string): Part[] =>
  answers
    .split(/(?<!\\)~/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [text = '', ...feedback] = part.split(/(?<!\\)#/)
      const [head = '', percent] = /^\s*%(-?[\d.]{1,10})%/.exec(text) ?? []
      const isEqual = text.trimStart().startsWith('=')
      const words = isEqual ? text.trimStart().slice(1) : text.slice(head.length)
      return {
        text: words.replace(/\\([~=#{}/"])/g, '$1'),
        isRight: isEqual || Number(percent) === 100,
        isPartial: percent !== undefined && Number(percent) !== 100 && Number(percent) !== 0,
        feedback: feedback.join('#'),
      }
    })

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#34': '"',
}

/** Answers within a text in HTML are written as HTML. */
const decodeEntities = (text: string) =>
  text.replace(/<[^<>]*>/g, '').replace(/&(amp|lt|gt|quot|nbsp|#39|#34);/g, (_, name: string) => entities[name] ?? '')

/** Words that are dragged or chosen into `[[1]]`: each number names one of the choices. */
export function readGaps({ element, reader, losses }: MoodleQuestion): Draft {
  const choices = [...listChildren(element, 'selectoption'), ...listChildren(element, 'dragbox')].map((choice) =>
    reader.readOption({ ...getMoodleText(choice), text: getText(findChild(choice, 'text')).trim() }),
  )
  const text = getMoodleText(findChild(element, 'questiontext'))
  let count = 0
  const words: string[] = []
  const marked = text.text.replace(/\[\[(\d{1,4})\]\]/g, (_, number: string) => {
    words.push(choices[Number(number) - 1] ?? '')
    return createMark(++count)
  })
  if (count === 0 || words.includes('')) throw createRefusal('noBlank')
  losses.note(createLoss('menus'))
  const blanks = words.map((word) => ({ accepted: [word], weight: 1 }))
  return { type: 'cloze', question: insertBlanks(reader.readMarkdown({ ...text, text: marked }), blanks) }
}

/** Words between the delimiters of the plugin gapfill: `[word]`, or `[word|other word]`. */
export function readGapfill({ element, reader, losses }: MoodleQuestion): Draft {
  const [begin = '[', end = ']'] = getText(findChild(element, 'delimitchars')).trim()
  const text = getMoodleText(findChild(element, 'questiontext'))
  const blanks: ReadBlank[] = []
  const pieces = text.text.split(begin).map((piece, index) => {
    const at = piece.indexOf(end)
    if (index === 0 || at === -1) return index === 0 ? piece : begin + piece
    const accepted = decodeEntities(piece.slice(0, at))
      .split('|')
      .map((word) => word.trim())
    blanks.push({ accepted: accepted.filter((word) => word !== ''), weight: 1 })
    return createMark(blanks.length) + piece.slice(at + end.length)
  })
  if (blanks.length === 0 || blanks.some(({ accepted }) => accepted.length === 0)) throw createRefusal('noBlank')
  if (['dragdrop', 'dropdown'].includes(getText(findChild(element, 'answerdisplay')).trim()))
    losses.note(createLoss('menus'))
  if (getText(findChild(element, 'casesensitive')).trim() === '1') losses.note(createLoss('letterCase'))
  return { type: 'cloze', question: insertBlanks(reader.readMarkdown({ ...text, text: pieces.join('') }), blanks) }
}
