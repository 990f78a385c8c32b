import { type Context, runInTransaction } from '#context.ts'
import {
  addRosterEntries,
  listRosterEntries,
  type NewRosterEntries,
  type RosterOwner,
  type RosterQuery,
  type RosterRemoval,
  type RosterVerdict,
  readRosterPeople,
  removeRosterEntry,
} from '#features/rosters/index.ts'
import { type CourseRow, getManagedCourse } from '../access.ts'

const toOwner = ({ id, instructor }: CourseRow): RosterOwner => ({ kind: 'course', id, authorId: instructor.id })

export const listCourseRoster = async (ctx: Context, courseId: number, query: RosterQuery) =>
  listRosterEntries(ctx, toOwner(await getManagedCourse(ctx, courseId)), query)

export async function addToCourseRoster(
  ctx: Context,
  courseId: number,
  input: NewRosterEntries,
): Promise<RosterVerdict[]> {
  await getManagedCourse(ctx, courseId)
  const people = await readRosterPeople(ctx, input)
  return runInTransaction(ctx, async (tx) =>
    addRosterEntries(tx, toOwner(await getManagedCourse(tx, courseId)), people),
  )
}

/** Takes a person off the roster. One who is enrolled stays enrolled and goes on. */
export function removeFromCourseRoster(ctx: Context, courseId: number, removal: RosterRemoval): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await removeRosterEntry(tx, toOwner(await getManagedCourse(tx, courseId)), removal)
  })
}
