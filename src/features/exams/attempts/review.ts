/** The review of an attempt: the only place at which right answers leave the service for learners. */

import type { AnyContext, Context } from '#context.ts'
import { ensure, notFound, Problem, permit } from '#core/problem.ts'
import type { AnswerKey, Answers, Marking, PaperQuestion } from '#database/tables/exams.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { isOpenType } from '../questions/content.ts'
import { hideAccepted } from '../questions/later-types.ts'
import { versions } from '../questions/queries.ts'
import { presentCorrectAnswer } from '../questions/service.ts'
import { attemptRights, examRights, toExam } from '../rights.ts'
import { presentAnswer } from './answers.ts'
import { getExpectedOutcome } from './expiry.ts'
import { type AttemptRow, getGradingVersion } from './finish.ts'
import { isInGrace } from './grace.ts'
import { attemptGrades } from './grade-queries.ts'
import { type GivenPoints, markAnswer } from './grading.ts'
import { attempts } from './queries.ts'
import type { AttemptReview, ReviewQuestion } from './review-schemas.ts'
import { runningAttempts } from './running-attempt-queries.ts'

const refuse = (sentence: Sentence) => new Problem(403, sentence)
export const notYet = refuse('You can see the answers when this attempt is over.')
const neverShown = refuse('The answers of this exam are not shown.')
const afterLast = refuse('You can see the answers when you have passed or have no attempts left.')
const othersWrite = refuse('You can see the answers when everybody has finished.')
const createAfterDate = (moment: string, timezone: string) =>
  refuse(fill('You can see the answers after {date}.', { date: { moment, timezone } }))

/** Returns the review. 403 while its reader may not see it. */
export async function showReview(ctx: Context, id: number): Promise<AttemptReview> {
  const stored = await attempts.byId.one(ctx, { id })
  ensure(examRights.may.find(ctx.actor, toExam(stored)), notFound)
  permit(attemptRights.may.read(ctx.actor, stored))
  const attempt = await getExpectedOutcome(ctx, stored)
  const seesAll = examRights.may.manage(ctx.actor, toExam(attempt))
  if (!seesAll) {
    ensure(!isInGrace(stored, ctx.clock.now()), notYet)
    await ensureReviewable(ctx, attempt)
  }
  const isVoid = attempt.status !== 'in_progress' && attempt.score === null && attempt.grading === 'final'
  const shows = new Set(seesAll ? allParts : attempt.review.shows.filter((part) => part !== 'marks' || !isVoid))
  return { attempt: presentReviewed(attempt), questions: await presentQuestions(ctx, attempt, shows) }
}

type Part = AttemptRow['review']['shows'][number]
const allParts: readonly Part[] = ['own_answers', 'marks', 'right_answers', 'explanations']

/** Throws 403 that says when the learner may see the review. */
async function ensureReviewable(ctx: AnyContext, attempt: AttemptRow): Promise<void> {
  const { review, available_until, timezone, exam_id } = attempt
  ensure(attempt.status !== 'in_progress', notYet)
  ensure(review.when !== 'never', neverShown)
  if (review.when === 'after_submit') return
  if (review.when === 'after_last' || available_until === null) {
    ensure(attempt.has_passed === true || attempt.attempts_used >= attempt.max_attempts, afterLast)
    return
  }
  const now = ctx.clock.now()
  ensure(available_until <= now, createAfterDate(available_until, timezone))
  ensure((await runningAttempts.another.maybe(ctx, { exam_id, id: attempt.id })) === null, othersWrite)
}

const presentReviewed = (row: AttemptRow): AttemptReview['attempt'] => ({
  id: row.id,
  user_id: row.user_id,
  exam: { id: row.exam_id, title: row.title },
  status: row.status,
  score: row.score,
  passed: row.passed,
  started_at: row.started_at,
  submitted_at: row.submitted_at,
  score_before: row.score_before,
  attempt_number: row.attempt_number,
})

async function presentQuestions(
  ctx: AnyContext,
  { id, paper, answers, marking, grading }: AttemptRow,
  shows: ReadonlySet<Part>,
): Promise<ReviewQuestion[]> {
  // Until they are released, grades are seen by those who grade alone.
  const grades = grading === 'final' ? await attemptGrades.ofAttempt.all(ctx, { attempt_id: id }) : []
  const released = new Map(grades.map((row) => [row.question_id, row]))
  const stored = await versions.explained.all(ctx, {
    ids: paper.flatMap((place) => [place.version_id, getGradingVersion(place)]),
  })
  const byVersion = new Map(stored.map((version) => [version.version_id, version]))
  return paper.flatMap((place) => {
    const shown = byVersion.get(place.version_id)
    const { answer_key, points } = byVersion.get(getGradingVersion(place)) ?? {}
    if (shown === undefined || answer_key === undefined || points === undefined) return []
    return [presentQuestion(place, { ...shown, answer_key, points }, { answers, marking, shows, released })]
  })
}

type ReleasedGrades = ReadonlyMap<number, Awaited<ReturnType<typeof attemptGrades.ofAttempt.one>>>
interface ReviewContent {
  answers: Answers
  marking: Marking
  shows: ReadonlySet<Part>
  released: ReleasedGrades
}

const toGivenPoints = (released: ReleasedGrades): GivenPoints =>
  new Map([...released].map(([id, { points_hundredths }]) => [id, (points_hundredths ?? 0) / 100]))

/** What a grader said of an answer. */
function presentGrade(row: Awaited<ReturnType<typeof attemptGrades.ofAttempt.one>>, { rubric = [] }: AnswerKey) {
  const reached = rubric.flatMap(({ id, criterion, levels }) => {
    const level = levels[row.rubric[id] ?? -1]
    return level === undefined ? [] : [{ criterion, ...level }]
  })
  const state = row.answered_at === null ? ('open' as const) : ('answered' as const)
  return { comment: row.comment, rubric: reached, appeal: row.appealed_at === null ? null : state }
}

type Version = Awaited<ReturnType<typeof versions.explained.one>>

function presentQuestion(
  { question_id: id, options: order, points: ofSection }: PaperQuestion,
  version: Version,
  { answers, marking, shows, released }: ReviewContent,
): ReviewQuestion {
  const { question, type, options, answer_key } = version
  const points = ofSection ?? version.points
  const answer = answers[id]
  const mark = markAnswer({ id, type, points, answer_key }, answer, { marking, input: toGivenPoints(released) })
  const grade = released.get(id)
  return {
    id,
    question: hideAccepted(type, question),
    type,
    points,
    ...(answer_key.prompts && { prompts: answer_key.prompts }),
    options: order.flatMap((at) => options[at] ?? []),
    your_answer: shows.has('own_answers') && answer !== undefined ? presentAnswer(answer) : null,
    correct: shows.has('marks') && mark !== null ? mark.correct : null,
    points_earned: shows.has('marks') && mark !== null ? mark.points : null,
    ...(shows.has('marks') && grade !== undefined && presentGrade(grade, answer_key)),
    ...(shows.has('right_answers') && !isOpenType(type) && { right_answer: presentRightAnswer(type, answer_key) }),
    ...(shows.has('explanations') && presentExplanation(version, answer, shows.has('right_answers'))),
  }
}

/** The right option of each left side, or the first accepted text of each blank, by name; otherwise as the author gives it. */
function presentRightAnswer(type: Version['type'], { prompts = [], correct, accepted }: AnswerKey) {
  if (type !== 'matching' && type !== 'cloze') return presentCorrectAnswer(type, correct) ?? ''
  const right = accepted?.map(([first = '']) => first) ?? correct.map(String)
  return Object.fromEntries(prompts.map((prompt, index) => [prompt, right[index] ?? '']))
}

/** Feedback about options that were not selected tells which ones are right. */
function presentExplanation(
  { explanation, option_feedback }: Version,
  answer: Answers[string] | undefined,
  ofAll: boolean,
): Pick<ReviewQuestion, 'explanation' | 'option_feedback'> {
  const selected: unknown[] = [answer].flat()
  const shown = Object.entries(option_feedback).filter(([option]) => ofAll || selected.includes(option))
  return { explanation, option_feedback: Object.fromEntries(shown) }
}
