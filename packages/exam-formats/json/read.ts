/** Reads the JSON that `write.ts` writes. Every field is checked, because a person may have edited it. */

import { type Draft, type Item, readItem } from '../item.ts'
import { type Criterion, limits, type QuestionType, questionTypes } from '../question.ts'
import { createFileProblem, createRefusal } from '../reasons.ts'
import type { Source } from '../source.ts'
import { jsonFormat, jsonVersion } from './format.ts'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readJson({ text, pictures }: Source): Item[] {
  const document = parse(text)
  if (!isObject(document) || document.format !== jsonFormat || !Array.isArray(document.questions))
    throw createFileProblem('brokenJson')
  if (typeof document.version !== 'number' || document.version > jsonVersion) throw createFileProblem('newerVersion')
  const files: unknown[] = Array.isArray(document.files) ? document.files : []
  for (const file of files) {
    if (!isObject(file) || typeof file.name !== 'string' || typeof file.base64 !== 'string')
      throw createFileProblem('brokenJson')
    pictures.addNamed(file.name, Buffer.from(file.base64, 'base64'))
  }
  const questions: unknown[] = document.questions
  return questions.map((question, index) => {
    const fields = isObject(question) ? question : {}
    const title = typeof fields.title === 'string' ? fields.title : ''
    return readItem({ place: String(index + 1), title }, () => readQuestion(fields))
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createFileProblem('brokenJson')
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value)
const isType = (value: unknown): value is QuestionType => questionTypes.some((type) => type === value)
const isAnswer = (value: unknown): value is string | number | boolean | string[] | null =>
  value === null || isText(value) || isNumber(value) || isBoolean(value) || isTexts(value)
const isFeedback = (value: unknown): value is Record<string, string> =>
  isObject(value) && Object.values(value).every(isText)
const isPairs = (value: unknown): value is { left: string; right: string }[] =>
  Array.isArray(value) && value.every((pair) => isObject(pair) && isText(pair.left) && isText(pair.right))
const isDifficulty = (value: unknown): value is number | null =>
  value === null || (isNumber(value) && Number.isInteger(value) && value >= 1 && value <= 5)

const isTextWithin = (value: unknown, characters: number): value is string =>
  isText(value) && value.length <= characters
const isLevel = (value: unknown) =>
  isObject(value) &&
  isNumber(value.points) &&
  value.points >= 0 &&
  value.points <= limits.points &&
  isTextWithin(value.description, limits.levelCharacters)
const isCriterion = (value: unknown) =>
  isObject(value) &&
  Number.isInteger(value.id) &&
  isTextWithin(value.criterion, limits.criterionCharacters) &&
  Array.isArray(value.levels) &&
  value.levels.length >= 2 &&
  value.levels.length <= limits.levels &&
  value.levels.every(isLevel)
const isRubric = (value: unknown): value is Criterion[] =>
  Array.isArray(value) && value.length <= limits.criteria && value.every(isCriterion)
const copyCriterion = ({ id, criterion, levels }: Criterion): Criterion => ({
  ...{ id, criterion },
  levels: levels.map(({ points, description }) => ({ points, description })),
})

/** A field that a file written by hand leaves out has the value of a question without it. */
function readQuestion(fields: Fields): Draft {
  const read = <Value>(name: string, isRight: (value: unknown) => value is Value, absent?: Value): Value => {
    const value = fields[name] === undefined ? absent : fields[name]
    if (!isRight(value)) throw createRefusal('badJson', { field: name })
    return value
  }
  return {
    type: read('type', isType),
    question: read('question', isText),
    points: read('points', isNumber, 1),
    options: read('options', isTexts, []),
    correct_answer: read('correct_answer', isAnswer, null),
    tolerance: read('tolerance', isNumber, 0),
    pairs: read('pairs', isPairs, []).map(({ left, right }) => ({ left, right })),
    max_words: read('max_words', isNumberOrNull, null),
    rubric: read('rubric', isRubric, []).map(copyCriterion),
    void: read('void', isBoolean, false),
    explanation: read('explanation', isText, ''),
    option_feedback: { ...read('option_feedback', isFeedback, {}) },
    tags: read('tags', isTexts, []),
    difficulty: read('difficulty', isDifficulty, null),
  }
}
