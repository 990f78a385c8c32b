/** What the attempts of an exam say about it and its questions (classical test theory). */

import type { AnswerKey, Answers, AnswerValue, Marking, QuestionType } from '#database/tables/exams.ts'
import { type GivenPoints, markAnswer } from '../attempts/grading.ts'
import {
  addPair,
  calculateCorrelation,
  calculateMean,
  calculateMedian,
  countTenths,
  countValue,
  countValues,
  createPairMoments,
  type Histogram,
  type PairMoments,
} from './moments.ts'
import { type ExamStatistics, maxListedQuestions, type QuestionStatistics, smallestSample } from './schemas.ts'

/** A question of an attempt, in the version that it is graded by. */
export interface AttemptedQuestion {
  id: number
  type: QuestionType
  question: string
  options: string[]
  points: number
  answer_key: AnswerKey
}

export interface CountedAttempt {
  score: number
  seconds: number
  answers: Answers
  marking: Marking
  questions: readonly AttemptedQuestion[]
  input: GivenPoints
}

interface QuestionSum {
  /** As the last attempt was asked it. */
  question: AttemptedQuestion
  total: number
  shares: number
  unanswered: number
  chosen: Map<string, number>
  withRest: PairMoments
}

/** The sums of attempts that are read once, in the order in which they began. */
export interface StatisticsSum {
  scores: Histogram
  seconds: Histogram
  questions: Map<number, QuestionSum>
}

export const createStatisticsSum = (): StatisticsSum => ({
  scores: new Map(),
  seconds: new Map(),
  questions: new Map(),
})

export function addAttempt(sum: StatisticsSum, attempt: CountedAttempt): void {
  const { score, seconds, answers, marking, questions, input } = attempt
  countValue(sum.scores, score)
  countValue(sum.seconds, seconds)
  const marks = questions.map((question) => {
    const answer = answers[question.id]
    return { question, answer, earned: markAnswer(question, answer, { marking, input })?.points ?? 0 }
  })
  const earned = marks.reduce((total, mark) => total + mark.earned, 0)
  const possible = questions.reduce((total, { points }) => total + points, 0)
  for (const mark of marks) {
    const before = sum.questions.get(mark.question.id) ?? createQuestionSum(mark.question)
    const rest = { earned: earned - mark.earned, possible: possible - mark.question.points }
    sum.questions.set(mark.question.id, addMark(before, mark, rest))
  }
}

const createQuestionSum = (question: AttemptedQuestion): QuestionSum => ({
  ...{ question, total: 0, shares: 0, unanswered: 0 },
  ...{ chosen: new Map(), withRest: createPairMoments() },
})

interface MarkedAnswer {
  question: AttemptedQuestion
  answer: AnswerValue | undefined
  earned: number
}

/** The points of the other questions of the attempt. */
interface Rest {
  earned: number
  possible: number
}

function addMark(sum: QuestionSum, { question, answer, earned }: MarkedAnswer, rest: Rest): QuestionSum {
  const share = earned / question.points
  for (const option of listChosen(question, answer)) sum.chosen.set(option, (sum.chosen.get(option) ?? 0) + 1)
  return {
    question,
    total: sum.total + 1,
    shares: sum.shares + share,
    unanswered: sum.unanswered + (answer === undefined ? 1 : 0),
    chosen: sum.chosen,
    withRest: rest.possible > 0 ? addPair(sum.withRest, share, rest.earned / rest.possible) : sum.withRest,
  }
}

const hasChoices = ({ type }: AttemptedQuestion) =>
  type === 'single_choice' || type === 'multiple_choice' || type === 'true_false'

function listChosen(question: AttemptedQuestion, answer: AnswerValue | undefined): string[] {
  if (answer === undefined || !hasChoices(question)) return []
  return (Array.isArray(answer) ? answer : [answer]).map(String)
}

function listOptions(question: AttemptedQuestion): string[] {
  if (question.type === 'true_false') return ['true', 'false']
  return hasChoices(question) ? question.options : []
}

/** Returns the figures of the exam. */
export function summarizeExam({ scores, seconds, questions }: StatisticsSum): ExamStatistics {
  const attempts = countValues(scores)
  const isEnough = attempts >= smallestSample
  return {
    attempts,
    mean: isEnough ? round(calculateMean(scores), 2) : null,
    median: isEnough ? calculateMedian(scores) : null,
    distribution: isEnough ? countTenths(scores) : null,
    mean_seconds: isEnough ? round(calculateMean(seconds), 0) : null,
    median_seconds: isEnough ? round(calculateMedian(seconds), 0) : null,
    questions: questions.size,
  }
}

/** Returns the figures of the questions by id; where there are too many, of those that were asked most. */
export const summarizeQuestions = ({ questions }: StatisticsSum): QuestionStatistics[] =>
  [...questions.values()]
    .sort((sum, other) => other.total - sum.total || sum.question.id - other.question.id)
    .slice(0, maxListedQuestions)
    .sort((sum, other) => sum.question.id - other.question.id)
    .map(summarizeQuestion)

function summarizeQuestion({ question, total, shares, unanswered, chosen, withRest }: QuestionSum): QuestionStatistics {
  const isEnough = total >= smallestSample
  const discrimination = withRest.total >= smallestSample ? calculateCorrelation(withRest) : null
  return {
    id: question.id,
    question: abridge(question.question),
    type: question.type,
    n: total,
    difficulty: isEnough ? round(shares / total, 4) : null,
    discrimination_n: withRest.total,
    discrimination: discrimination === null ? null : round(discrimination, 4),
    unanswered: isEnough ? unanswered : null,
    ...(isEnough ? countChoices(question, chosen) : { choices: null, former_choices: null }),
  }
}

function countChoices(question: AttemptedQuestion, chosen: ReadonlyMap<string, number>) {
  const right = new Set(question.answer_key.correct.map(String))
  const options = listOptions(question)
  const choices = options.map((option) => ({
    option: abridge(option),
    chosen: chosen.get(option) ?? 0,
    right: right.has(option),
  }))
  const former = [...chosen].filter(([option]) => !options.includes(option))
  return { choices, former_choices: former.reduce((total, [, count]) => total + count, 0) }
}

const longestText = 200

const abridge = (text: string) => (text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text)

function round(value: number, digits: number): number {
  const scale = 10 ** digits
  return Math.round(value * scale) / scale
}
