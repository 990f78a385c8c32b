/** Formats give each answer its share of the points. Here they become right and wrong answers, and what that loses is noted. */

import type { Draft, Losses } from './item.ts'
import { createLoss, createRefusal } from './reasons.ts'

export interface ScoredOption {
  text: string
  /** The share of the points, in percent; negative for an answer that costs points. */
  percent: number
  /** Markdown. */
  feedback: string
}

/** Shares such as 33.333 are of answers that are right together. */
const wholePercent = 99.9

/** Returns a choice. In a single choice each right option is right on its own, else all options with a positive share are right together. */
export function completeChoice(
  options: readonly ScoredOption[],
  isSingle: boolean,
  losses: Pick<Losses, 'note'>,
): Omit<Draft, 'question'> {
  const right = options.filter(({ percent }) => (isSingle ? percent >= wholePercent : percent > 0))
  const others = options.filter((option) => !right.includes(option))
  const areUnequal = right.some(({ percent }) => Math.abs(percent - (right[0]?.percent ?? 0)) > 1)
  const isPenalized = others.some(({ percent }) => percent !== 0)
  if (right.length === 0) throw createRefusal('noRightAnswer')
  if (areUnequal || isPenalized) losses.note(createLoss('partialPoints'))
  if (isSingle && right.length > 1) losses.note(createLoss('furtherAnswers'))
  const isOne = isSingle && right.length === 1
  const texts = right.map(({ text }) => text)
  return {
    type: isOne ? 'single_choice' : 'multiple_choice',
    options: options.map(({ text }) => text),
    correct_answer: isOne ? (texts[0] ?? '') : texts,
    option_feedback: Object.fromEntries(options.map(({ text, feedback }) => [text, feedback])),
  }
}

/** An asterisk stands for any text, unless a backslash is before it. */
const hasWildcard = (text: string) => /(?<!\\)\*/.test(text)

/** Returns the texts that earn all points. Those that stand for several texts cannot be compared. */
export function selectAccepted(answers: readonly { text: string; percent: number }[], losses: Losses): string[] {
  // A single asterisk without points is how formats give feedback for all other answers.
  const meant = answers.filter(({ text, percent }) => text !== '*' || percent > 0)
  const plain = meant.filter(({ text }) => !hasWildcard(text))
  if (plain.length < meant.length) losses.note(createLoss('wildcards'))
  if (plain.some(({ percent }) => percent < wholePercent && percent !== 0)) losses.note(createLoss('partialPoints'))
  const whole = plain.filter(({ percent }) => percent >= wholePercent).map(({ text }) => text.replaceAll('\\*', '*'))
  if (whole.length === 0) throw createRefusal('noRightAnswer')
  return [...new Set(whole)]
}

export interface ScoredNumber {
  /** Null for any number. */
  value: number | null
  tolerance: number
  percent: number
}

/** Returns the number that earns all points. */
export function chooseRightNumber(
  answers: readonly ScoredNumber[],
  losses: Losses,
): { value: number; tolerance: number } {
  const numbers = answers.filter(({ value }) => value !== null)
  const whole = numbers.filter(({ percent }) => percent >= wholePercent)
  const [first] = whole
  if (first === undefined || first.value === null) throw createRefusal('noRightAnswer')
  if (whole.length > 1) losses.note(createLoss('furtherNumbers'))
  if (numbers.some(({ percent }) => percent < wholePercent && percent !== 0)) losses.note(createLoss('partialPoints'))
  return { value: first.value, tolerance: first.tolerance }
}
