import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit } from '#core/list-limit.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, createRuleViolation, ensure } from '#core/problem.ts'
import { foldLine } from '#core/text-normalization.ts'
import { getDateInTimezone, getMomentInTimezone } from '#core/time-zone.ts'
import { prepareRoomCheck } from '#database/list/room.ts'
import { recordActivity } from '#features/activity/index.ts'
import { fill } from '#language/sentence.ts'
import { type ExamRow, getVisibleExam } from '../access.ts'
import { standings } from '../standing-queries.ts'
import { getTerms } from '../terms.ts'
import { mailBooking } from './mails.ts'
import { bookings, examSlots } from './queries.ts'
import type { Booked, BookingQuery, NewBooking } from './schemas.ts'

/** What a person has booked, at all exams. */
export const bookingLimit = defineListLimit('time', 1_000)

export const alreadyBooked = createFieldProblem('time', 'You have already booked this slot.')
const slotFull = createFieldProblem('time', 'This slot is full; please choose another one.')
const notPublished = createRuleViolation('This exam is not published yet.')
const datePast = createFieldProblem('date', 'The date may not be in the past.')
const timePast = createFieldProblem('time', 'The time may not be in the past.')
const dateOutside = createFieldProblem('date', 'The date must lie within the time in which the exam is available.')
const timeOutside = createFieldProblem('time', 'The time must lie within the time in which the exam is available.')

/** Books a seat. A slot is an exam, a time and a place. */
export async function bookExam(ctx: Context, examId: number, input: NewBooking): Promise<Booked> {
  const checkRoom = await prepareRoomCheck(ctx, bookingLimit, bookings.size, { user_id: ctx.actor.id })
  return runInTransaction(ctx, async (tx) => {
    const exam = await getVisibleExam(tx, examId)
    ensure(exam.publication_status === 'published', notPublished)
    const { timezone } = exam
    const starts_at = getMomentInTimezone(input.date, input.time, timezone)
    const now = tx.clock.now()
    ensureInTime(exam, input.date, starts_at, now)

    const place_key = foldLine(input.location)
    const slot = { exam_id: examId, starts_at, place_key }
    const mine = { exam_id: examId, user_id: tx.actor.id }
    ensure((await bookings.inSlot.maybe(tx, { ...slot, ...mine })) === null, alreadyBooked)
    const taken = await examSlots.take.maybe(tx, { ...slot, capacity: tx.config.examSlotCapacity })
    ensure(taken !== null, slotFull)
    const { exam_type = '', date, time, location } = input
    const row = { ...mine, slot_id: taken.id, exam_type, date, time, timezone, location, starts_at, now }
    await checkRoom(tx)
    const booking = await bookings.add.one(tx, row)
    await standings.note.run(tx, mine)
    await mailBooking(tx, { ...booking, title: exam.title, duration_minutes: exam.duration_minutes }, 'booked')
    await recordActivity(tx, 'exam_booked', {
      description: fill('Booked a slot for the exam {title}', { title: exam.title }),
      metadata: { exam_id: examId, booking_id: booking.id, starts_at },
    })
    return { booking }
  })
}

function ensureInTime(exam: ExamRow, date: string, startsAt: string, now: string): void {
  const { available_from, available_until } = getTerms(exam)
  const toDay = (moment: string) => getDateInTimezone(moment, exam.timezone)
  ensure(date >= toDay(now), datePast)
  ensure(startsAt > now, timePast)
  const isDayInside = date >= toDay(available_from) && (available_until === null || date <= toDay(available_until))
  ensure(isDayInside, dateOutside)
  ensure(startsAt >= available_from && (available_until === null || startsAt < available_until), timeOutside)
}

export const listMyBookings = (ctx: Context, { exam_id, upcoming = false, ...paging }: BookingQuery) =>
  page(ctx, paging, (ctx, slice) =>
    bookings.ofUser.page(ctx, {
      user_id: ctx.actor.id,
      exam_id,
      since: upcoming ? ctx.clock.now() : undefined,
      ...slice,
    }),
  )

/** Cancels a booking of the actor; 404 for bookings of other users. */
export function cancelBooking(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const mine = { id, user_id: tx.actor.id }
    const booking = await bookings.ofPersonById.one(tx, mine)
    await removeBooking(tx, mine)
    if (booking.starts_at > tx.clock.now()) await mailBooking(tx, booking, 'canceled')
  })
}

/** Removes a booking, and gives its seat back. */
export async function removeBooking(tx: Transaction, booking: { id: number; user_id: number }): Promise<void> {
  const { slot_id } = await bookings.remove.one(tx, booking)
  await examSlots.giveBack.run(tx, { id: slot_id })
  await examSlots.removeEmpty.run(tx, { id: slot_id })
}
