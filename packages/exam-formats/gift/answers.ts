/** Reads what stands between the braces of a question in GIFT. Escapes are marked (`escapes.ts`). */

import type { Draft, Losses } from '../item.ts'
import type { Pair } from '../question.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import { chooseRightNumber, completeChoice, type ScoredNumber, selectAccepted } from '../scores.ts'
import { restoreEscapes } from './escapes.ts'
import type { TextReader } from './texts.ts'

type AnswerDraft = Omit<Draft, 'question'>

/** An answer with its share of the points, in percent. */
interface Answer {
  text: string
  percent: number
  feedback: string
}

const weighted = /^\s*%(-?[\d.,]{1,12})%/
const trueOrFalse = new Map([
  ['T', true],
  ['TRUE', true],
  ['F', false],
  ['FALSE', false],
])

export function readAnswers(marked: string, reader: TextReader, losses: Losses): AnswerDraft {
  const [section = '', explanation = ''] = marked.split('####', 2)
  const draft = readSection(section.trim(), reader, losses)
  return explanation.trim() === '' ? draft : { ...draft, explanation: reader.readMarkdown(explanation) }
}

function readSection(section: string, reader: TextReader, losses: Losses): AnswerDraft {
  if (section === '') return { type: 'essay' }
  if (section.startsWith('#')) return readNumeric(section.slice(1), losses)
  if (section.includes('~')) return readChoice(section, reader, losses)
  if (section.includes('=') && section.includes('->')) return readMatching(section, reader)
  const [word = '', ...feedback] = section.split('#')
  const right = trueOrFalse.get(word.trim().toUpperCase())
  return right === undefined ? readShortAnswer(section, losses) : readTrueFalse(right, feedback, reader)
}

/** The first feedback is for the wrong answer, the second for the right one. */
function readTrueFalse(right: boolean, [ofWrong = '', ofRight = '']: string[], reader: TextReader): AnswerDraft {
  return {
    type: 'true_false',
    correct_answer: right,
    option_feedback: {
      [String(!right)]: reader.readMarkdown(ofWrong),
      [String(right)]: reader.readMarkdown(ofRight),
    },
  }
}

function readChoice(section: string, reader: TextReader, losses: Losses): AnswerDraft {
  const isSingle = section.includes('=')
  const parts = section.replaceAll('=', '~=').split('~')
  const answers = parts
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const isRight = part.startsWith('=')
      const { text, percent, feedback } = readAnswer(isRight ? part.slice(1) : part, isRight ? 100 : 0)
      return { text: reader.readOption(text), percent, feedback: reader.readMarkdown(feedback) }
    })
  return completeChoice(answers, isSingle, losses)
}

function readAnswer(part: string, percent: number): Answer {
  const [head = '', weight] = weighted.exec(part) ?? []
  const [text = '', ...feedback] = part.slice(head.length).split('#')
  const share = weight === undefined ? percent : Number(weight.replace(',', '.'))
  return { text, percent: Number.isFinite(share) ? share : 0, feedback: feedback.join('#') }
}

const readList = (section: string): Answer[] =>
  section
    .split('=')
    .filter((part) => part.trim() !== '')
    .map((part) => readAnswer(part, 100))

function readShortAnswer(section: string, losses: Losses): AnswerDraft {
  const answers = readList(section)
  if (answers.some(({ feedback }) => feedback.trim() !== '')) losses.note(createLoss('feedback'))
  const scored = answers.map(({ text, percent }) => ({ text: restoreEscapes(omitFormat(text)), percent }))
  return { type: 'short_answer', correct_answer: selectAccepted(scored, losses) }
}

/** Returns an accepted text as one line. */
const omitFormat = (text: string) =>
  text
    .replace(/^\s*\[(?:html|moodle|plain|markdown)\]/, '')
    .replace(/\s+/g, ' ')
    .trim()

function readMatching(section: string, reader: TextReader): AnswerDraft {
  const pairs: Pair[] = []
  const options: string[] = []
  for (const { text } of readList(section)) {
    const at = text.indexOf('->')
    if (at === -1) throw createRefusal('fewPairs')
    const [left, right] = [reader.readOption(text.slice(0, at)), reader.readOption(text.slice(at + 2))]
    if (left === '') options.push(right)
    else pairs.push({ left, right })
  }
  return { type: 'matching', pairs, options }
}

function readNumeric(section: string, losses: Losses): AnswerDraft {
  // What follows a tilde is said to all other answers.
  const [numbers = '', ...others] = section.split('~')
  const answers = readList(numbers)
  if (others.length > 0 || answers.some(({ feedback }) => feedback.trim() !== '')) losses.note(createLoss('feedback'))
  const { value, tolerance } = chooseRightNumber(answers.map(readNumber), losses)
  return { type: 'numeric', correct_answer: value, tolerance }
}

/** `5`, `5:0.1`, `4.9..5.1`, or `*` for any number. */
function readNumber({ text, percent }: Answer): ScoredNumber {
  const number = restoreEscapes(text).trim()
  const [least, most] = number.split('..').map(parseNumber)
  if (least !== undefined && most !== undefined)
    return { value: roundNumber((least + most) / 2), tolerance: roundNumber(Math.abs(most - least) / 2), percent }
  const [value = Number.NaN, tolerance = 0] = number.split(':').map(parseNumber)
  return { value: number === '*' ? null : value, tolerance, percent }
}

/** The middle of a range without the error of binary numbers: of 3.141 and 3.142 it is 3.1415. */
const roundNumber = (value: number) => Number(value.toPrecision(12))

const parseNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))
