import { type Context, runInTransaction } from '#context.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { bookings } from './bookings/queries.ts'
import { closingExams } from './reminder-queries.ts'

const ahead = { hours: 24 }
const toldAtOnce = 200

/** Sends reminders a day ahead: of booked slots, and of the end of exams that can still be passed. */
export const remindOfExams = defineTask<Record<string, never>>({
  kind: 'remind_of_exams',
  async handle(ctx) {
    while ((await remindOfBookings(ctx)) === toldAtOnce);
    await findClosingExams(ctx)
  },
})

/** Returns when a booking or the end of an exam is next reminded of. */
export async function findNextReminder(ctx: Context, after: string): Promise<string | null> {
  const later = { after: addDuration(after, ahead) }
  const coming = [await bookings.nextUnreminded.maybe(ctx, later), await closingExams.nextToClose.maybe(ctx, later)]
  const [next] = coming.flatMap((row) => row?.moment ?? []).toSorted()
  return next === undefined ? null : subtractDuration(next, ahead)
}

const createWindow = (now: string) => ({ now, until: addDuration(now, ahead), most: toldAtOnce })

/** Returns the number of reminders. */
function remindOfBookings(ctx: Context): Promise<number> {
  return runInTransaction(ctx, async (tx) => {
    const coming = await bookings.unreminded.all(tx, createWindow(tx.clock.now()))
    for (const { id, user_id, exam_id, title, starts_at, location, timezone } of coming)
      await notify(tx, user_id, 'exam_reminder', {
        title: 'Your exam is near',
        message: fill('{title} takes place on {when}, {location}.', {
          title,
          when: { moment: starts_at, timezone },
          location,
        }),
        data: { url: `/exams/${exam_id}`, action: 'view_exam' },
        event: `exam-booking:${id}:reminder`,
      })
    await bookings.markReminded.run(tx, { ids: coming.map(({ id }) => id), now: tx.clock.now() })
    return coming.length
  })
}

/** Queues a task for each exam that closes within a day. */
async function findClosingExams(ctx: Context): Promise<void> {
  const window = createWindow(ctx.clock.now())
  let beyond = 0
  for (;;) {
    const closing = await closingExams.unreminded.all(ctx, { ...window, beyond })
    await runInTransaction(ctx, async (tx) => {
      for (const { id } of closing) await addTask(tx, remindOfClosing, { exam_id: id }, { key: `closing exam ${id}` })
    })
    const last = closing.at(-1)
    if (last === undefined || closing.length < toldAtOnce) return
    beyond = last.id
  }
}

/** Reminds all users who could still pass that the exam closes soon. A repeated task reminds no user twice. */
export const remindOfClosing = defineTask<{ exam_id: number }>({
  kind: 'remind_of_closing',
  async handle(ctx, { exam_id }) {
    let beyond: number | null = 0
    while (beyond !== null) beyond = await tellSome(ctx, exam_id, beyond)
  },
})

/** Reminds the next users and returns where to continue; null at the end. */
function tellSome(ctx: Context, examId: number, beyond: number): Promise<number | null> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await closingExams.one.maybe(tx, { id: examId })
    const { now, until } = createWindow(tx.clock.now())
    if (exam === null || exam.closes_at <= now || exam.closes_at > until) return null
    const { title, closes_at, max_attempts, timezone } = exam
    const asked = { exam_id: examId, max_attempts, beyond, most: toldAtOnce }
    const people = await closingExams.people.all(tx, asked)
    for (const { user_id } of people)
      await notify(tx, user_id, 'exam_reminder', {
        title: 'An exam closes soon',
        message: fill('{title} closes on {when}, and you have attempts left.', {
          title,
          when: { moment: closes_at, timezone },
        }),
        data: { url: `/exams/${examId}`, action: 'view_exam' },
        event: `exam:${examId}:closes:${closes_at}`,
      })
    const last = people.at(-1)
    if (last !== undefined && people.length === toldAtOnce) return last.user_id
    await closingExams.markReminded.run(tx, { id: examId, closes_at })
    return null
  })
}
