import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import { notifyAll } from '#features/notifications/index.ts'
import { checkUserId, getUser, permitSelfOrAdmin } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { type ExamRow, getManagedExam, getVisibleExam } from '../access.ts'
import { runningAttempts } from '../attempts/running-attempt-queries.ts'
import { extendRunningAttempts, moveRunningAttempts } from '../attempts/running-attempts.ts'
import { examRights } from '../rights.ts'
import { standings } from '../standing-queries.ts'
import { type AccommodationValues, accommodations, userAccommodations } from './queries.ts'
import type {
  Accommodation,
  AccommodationChange,
  AccommodationQuery,
  Extended,
  Extension,
  NewAccommodation,
  UserAccommodation,
  UserAccommodationChange,
} from './schemas.ts'

export const accommodationLimit = defineListLimit('user_id', 10_000)

export const alreadyAccommodated = createFieldProblem(
  'user_id',
  'This person has an accommodation; please change that one.',
)
export const ownExam = createFieldProblem('user_id', 'The author of an exam gets no accommodation at it.')
export const nothingToExtend = createFieldProblem(
  'extra_attempts',
  'More time opens nothing: no attempt of this person is running, and none is left. Give another attempt as well.',
)
const closesBeforeItOpens = invalidFields({ available_until: ['The exam must close after it opens.'] })

type Row = Awaited<ReturnType<typeof accommodations.byId.one>>

/** Notes are not in the audit log, because its rows are exported to the person whom they concern. */
const omitNote = ({ note: _, ...rest }: { note?: string }) => rest

const toFactor = (percent: number) => percent / 100
const toPercent = (factor: number) => Math.round(factor * 100)

const present = ({ factor_percent, note, ...row }: Row, showsNote: boolean): Accommodation => ({
  ...row,
  factor: toFactor(factor_percent),
  ...(showsNote && { note }),
})

/** Lists the accommodations at an exam: all for those who manage it, and their own, without its note, for others. */
export async function listAccommodations(ctx: Context, examId: number, query: AccommodationQuery) {
  const exam = await getVisibleExam(ctx, examId)
  const seesAll = examRights.may.manage(ctx.actor, { user_id: exam.owner_id })
  return page(ctx, query, async (ctx, slice) => {
    const asked = { exam_id: examId, user_id: seesAll ? undefined : ctx.actor.id, ...slice }
    const { rows, total } = await accommodations.ofExam.page(ctx, asked)
    return { rows: rows.map((row) => present(row, seesAll)), total }
  })
}

/** Gives a person more time or attempts, or another window. A running attempt of theirs follows at once. */
export function addAccommodation(
  ctx: Context,
  examId: number,
  { user_id, factor = 1, ...input }: NewAccommodation,
): Promise<Accommodation> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await getManagedExam(tx, examId)
    await checkUserId(tx, { user_id })
    ensure(user_id !== exam.owner_id, ownExam)
    const before = { extra_minutes: 0, extra_attempts: 0, available_from: null, available_until: null, note: '' }
    const values = { ...before, ...input, factor_percent: toPercent(factor) }
    ensureOpensFirst(exam, values)
    await ensureTimeOpens(tx, exam, { ...values, user_id }, noTime)
    const { id } = await accommodations.add.one(tx, { ...values, exam_id: examId, user_id, now: tx.clock.now() })
    ensureWithin(accommodationLimit, await accommodations.size.one(tx, { exam_id: examId }))
    await moveRunningAttempts(tx, { user_id, exam_id: examId })
    const added = await getAccommodation(tx, examId, id)
    describeAuditEvent(tx, { userId: user_id, before: null, after: omitNote(added) })
    return added
  })
}

export function updateAccommodation(
  ctx: Context,
  examId: number,
  { id, factor, ...change }: AccommodationChange & { id: number },
): Promise<Accommodation> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await getManagedExam(tx, examId)
    const before = await accommodations.byId.one(tx, { exam_id: examId, id })
    const values = {
      ...before,
      ...change,
      factor_percent: factor === undefined ? before.factor_percent : toPercent(factor),
    }
    ensureOpensFirst(exam, values)
    await ensureTimeOpens(tx, exam, values, before)
    await accommodations.update.run(tx, { ...values, now: tx.clock.now() })
    await moveRunningAttempts(tx, { user_id: before.user_id, exam_id: examId })
    const after = await getAccommodation(tx, examId, id)
    describeAuditEvent(tx, { userId: before.user_id, before: present(before, false), after: omitNote(after) })
    return after
  })
}

/** Removes an accommodation. A running attempt follows, and has at least some minutes left. */
export function removeAccommodation(ctx: Context, examId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getManagedExam(tx, examId)
    const before = await accommodations.byId.one(tx, { exam_id: examId, id })
    await accommodations.remove.run(tx, { id })
    await moveRunningAttempts(tx, { user_id: before.user_id, exam_id: examId })
    describeAuditEvent(tx, { userId: before.user_id, before: present(before, false), after: null })
  })
}

const getAccommodation = async (tx: Transaction, examId: number, id: number): Promise<Accommodation> =>
  present(await accommodations.byId.one(tx, { exam_id: examId, id }), true)

/** Throws 422 if the window, with what is left to the exam, closes before it opens. */
function ensureOpensFirst(
  exam: ExamRow,
  { available_from, available_until }: { available_from: string | null; available_until: string | null },
): void {
  if (available_from === null && available_until === null) return
  const [from, until] = [available_from ?? exam.available_from, available_until ?? exam.available_until]
  ensure(until === null || until > from, closesBeforeItOpens)
}

type Time = Pick<AccommodationValues, 'extra_minutes' | 'factor_percent'>

const noTime: Time = { extra_minutes: 0, factor_percent: 100 }

/** Throws 422 for more time than before where all attempts are over: it would be accepted and change nothing. */
async function ensureTimeOpens(
  tx: Transaction,
  exam: ExamRow,
  after: Time & { user_id: number; extra_attempts: number },
  before: Time,
): Promise<void> {
  if (after.extra_minutes <= before.extra_minutes && after.factor_percent <= before.factor_percent) return
  const whose = { user_id: after.user_id, exam_id: exam.id }
  const made = (await standings.made.maybe(tx, whose))?.attempts_made ?? 0
  const running = await runningAttempts.ofUser.all(tx, { ...whose, now: tx.clock.now() })
  ensure(running.length > 0 || made < exam.max_attempts + after.extra_attempts, nothingToExtend)
}

/** Returns the accommodation of a user for every exam, to administrators with its note, and to the user without. */
export async function showUserAccommodation(ctx: Context, userId: number): Promise<UserAccommodation> {
  permitSelfOrAdmin(ctx, userId)
  await getUser(ctx, userId)
  const row = await userAccommodations.of.maybe(ctx, { user_id: userId })
  const { factor_percent, note, updated_at } = row ?? { factor_percent: 100, note: '', updated_at: null }
  return { factor: toFactor(factor_percent), updated_at, ...(ctx.actor.role === 'admin' && { note }) }
}

/** Sets the accommodation of a user for every exam. Running attempts of theirs follow at once. */
export function setUserAccommodation(
  ctx: Context,
  userId: number,
  { factor, note }: UserAccommodationChange,
): Promise<UserAccommodation> {
  return runInTransaction(ctx, async (tx) => {
    await getUser(tx, userId)
    const row = await userAccommodations.of.maybe(tx, { user_id: userId })
    const before = { factor: toFactor(row?.factor_percent ?? 100), note: row?.note ?? '' }
    const after = { factor: toFactor(toPercent(factor)), note: note ?? before.note }
    const now = tx.clock.now()
    await userAccommodations.set.run(tx, {
      user_id: userId,
      factor_percent: toPercent(factor),
      note: after.note,
      now,
    })
    await moveRunningAttempts(tx, { user_id: userId })
    describeAuditEvent(tx, { userId, before: omitNote(before), after: omitNote(after) })
    return { ...after, updated_at: now }
  })
}

/** Gives all candidates who are writing more time, also beyond the window of the exam. A day more ends at the same time of the day. */
export function extendExam(ctx: Context, examId: number, { minutes, reason }: Extension): Promise<Extended> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await getManagedExam(tx, examId)
    const now = tx.clock.now()
    const people = await extendRunningAttempts(tx, exam, minutes)
    if (people.length > 0)
      await notifyAll(tx, people, 'exam_reminder', {
        title: 'You have more time',
        message: fill(
          'Everybody who writes {title} has {minutes, plural, one {{minutes} more minute} other {{minutes} more minutes}}: {reason}',
          { title: exam.title, minutes, reason },
        ),
        data: { url: `/exams/${examId}`, action: 'view_exam' },
        event: `exam:${examId}:extended:${now}:${minutes}`,
      })
    describeAuditEvent(tx, { userId: exam.owner_id, before: null, after: { minutes, reason, attempts: people.length } })
    return { attempts: people.length }
  })
}
