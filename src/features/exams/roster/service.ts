import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import {
  addRosterEntries,
  listPeople,
  listRosterEntries,
  type NewRosterEntries,
  type RosterOwner,
  type RosterQuery,
  type RosterRemoval,
  type RosterVerdict,
  readRosterPeople,
  removeRosterEntry,
} from '#features/rosters/index.ts'
import { type ExamRow, getManagedExam } from '../access.ts'
import { bookings } from '../bookings/queries.ts'
import { removeBooking } from '../bookings/service.ts'
import { exams } from '../queries.ts'

const toOwner = ({ id, owner_id }: ExamRow): RosterOwner => ({ kind: 'exam', id, authorId: owner_id })

export const listExamRoster = async (ctx: Context, examId: number, query: RosterQuery) =>
  listRosterEntries(ctx, toOwner(await getManagedExam(ctx, examId)), query)

export async function addToExamRoster(ctx: Context, examId: number, input: NewRosterEntries): Promise<RosterVerdict[]> {
  await getManagedExam(ctx, examId)
  const people = await readRosterPeople(ctx, input)
  return runInTransaction(ctx, async (tx) => addRosterEntries(tx, toOwner(await getManagedExam(tx, examId)), people))
}

/** Returns which of the exams there are. */
export async function findExams(ctx: AnyContext, ids: readonly number[]): Promise<Set<number>> {
  return new Set((await exams.existing.all(ctx, { ids })).map(({ id }) => id))
}

/** Puts an address on the roster of an exam for an administrator, in the background. Does nothing for a deleted exam. */
export async function addAddressToExam(
  tx: Transaction,
  examId: number,
  { email, addedBy }: { email: string; addedBy: number | null },
): Promise<void> {
  const exam = await exams.byId.maybe(tx, { id: examId, actor_id: tx.actor.id })
  if (exam !== null)
    await addRosterEntries(tx, { ...toOwner(exam), addedBy }, { people: listPeople({ emails: [email] }) })
}

/** Takes a person off the roster and gives their seats back. Attempts, also running ones, and certificates stay. */
export function removeFromExamRoster(ctx: Context, examId: number, removal: RosterRemoval): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const exam = await getManagedExam(tx, examId)
    const removed = await removeRosterEntry(tx, toOwner(exam), removal)
    if (removed !== null && exam.access === 'invited') await cancelSeats(tx, { exam_id: examId, user_id: removed })
  })
}

async function cancelSeats(tx: Transaction, person: { exam_id: number; user_id: number }): Promise<void> {
  for (const { id } of await bookings.upcomingOfPerson.all(tx, { ...person, now: tx.clock.now() })) {
    await removeBooking(tx, { id, user_id: person.user_id })
  }
}
