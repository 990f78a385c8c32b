import { asBoolean, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'

type RosterTable = 'exam_roster_entries' | 'course_roster_entries'

interface NewEntry {
  object_id: number
  user_id: number | null
  email: string | null
  added_by: number | null
  notified_at: string | null
  now: string
}

const createReadQueries = (table: RosterTable) => ({
  /** The oldest entry first. */
  of: prepareList((q, p: { object_id: number }) =>
    selectEntries(q, table).where('entries.object_id', '=', p.object_id),
  ),

  byId: prepare((q, p: { object_id: number; id: number }) =>
    selectEntries(q, table).where('entries.object_id', '=', p.object_id).where('entries.id', '=', p.id),
  ),

  size: prepare((q, p: { object_id: number }) =>
    q
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('object_id', '=', p.object_id),
  ),

  hasUser: prepare((q, p: { object_id: number; user_id: number }) =>
    q
      .selectFrom(table)
      .select('id')
      .where('user_id', '=', p.user_id)
      .where('object_id', '=', p.object_id)
      .where('email', 'is', null),
  ),

  hasAddress: prepare((q, p: { object_id: number; email: string }) =>
    q.selectFrom(table).select('id').where('object_id', '=', p.object_id).where('email', '=', p.email),
  ),

  /** Any entry of the user, by id or by address. */
  ofUser: prepare((q, p: { object_id: number; user_id: number }) =>
    q.selectNoFrom((eb) => [
      asBoolean(
        eb.exists(
          eb.selectFrom(table).select('id').where('user_id', '=', p.user_id).where('object_id', '=', p.object_id),
        ),
      ).as('isListed'),
    ]),
  ),
})

const createWriteQueries = (table: RosterTable) => ({
  /** Adds an entry, unless there is one of the same person or address. */
  add: prepare((q, p: NewEntry) =>
    q
      .insertInto(table)
      .values({
        object_id: p.object_id,
        user_id: p.user_id,
        email: p.email,
        added_by: p.added_by,
        created_at: p.now,
        notified_at: p.notified_at,
      })
      .onConflict((conflict) => conflict.doNothing()),
  ),

  /** The entries with the address are of the user from now on. */
  claim: prepare((q, p: { user_id: number; email: string }) =>
    q.updateTable(table).set({ user_id: p.user_id }).where('email', '=', p.email).where('user_id', 'is', null),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom(table).where('id', '=', p.id)),

  removeAll: prepare((q, p: { object_id: number }) => q.deleteFrom(table).where('object_id', '=', p.object_id)),

  markNotified: prepare((q, p: { id: number; now: string }) =>
    q.updateTable(table).set({ notified_at: p.now }).where('id', '=', p.id),
  ),

  eraseByUser: prepare((q, p: { user_id: number }) => q.deleteFrom(table).where('user_id', '=', p.user_id)),

  eraseByAddress: prepare((q, p: { email: string }) => q.deleteFrom(table).where('email', '=', p.email)),
})

const selectEntries = (q: Builder, table: RosterTable) =>
  q
    .selectFrom(`${table} as entries`)
    .leftJoin('users', 'users.id', 'entries.user_id')
    .select(['entries.id', 'entries.user_id', 'entries.email', 'entries.created_at'])
    .select((eb) =>
      jsonObject<{ id: number; name: string }>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('user'),
    )
    .orderBy('entries.id')

/** Entries whose people are to be notified: of an object or of a user. */
interface PendingEntries {
  object_id?: number | undefined
  user_id?: number | undefined
  limit: number
}

const unnotifiedExams = (q: Builder, p: PendingEntries) => {
  const rows = q
    .selectFrom('exam_roster_entries as entries')
    .innerJoin('exams as objects', 'objects.id', 'entries.object_id')
    .select(['entries.id', 'entries.object_id', 'entries.user_id', 'entries.added_by', 'objects.title'])
    .where('entries.notified_at', 'is', null)
    .where('entries.user_id', 'is not', null)
    .where('objects.access', '=', 'invited')
    .where('objects.publication_status', '=', 'published')
    .where('objects.deleted_at', 'is', null)
    .orderBy('entries.id')
    .limit(p.limit)
  if (p.user_id !== undefined) return rows.where('entries.user_id', '=', p.user_id)
  return rows.where('entries.object_id', '=', p.object_id ?? 0)
}

const unnotifiedCourses = (q: Builder, p: PendingEntries) => {
  const rows = q
    .selectFrom('course_roster_entries as entries')
    .innerJoin('courses as objects', 'objects.id', 'entries.object_id')
    .select(['entries.id', 'entries.object_id', 'entries.user_id', 'entries.added_by', 'objects.title'])
    .where('entries.notified_at', 'is', null)
    .where('entries.user_id', 'is not', null)
    .where('objects.access', '=', 'invited')
    .where('objects.status', '=', 'published')
    .orderBy('entries.id')
    .limit(p.limit)
  if (p.user_id !== undefined) return rows.where('entries.user_id', '=', p.user_id)
  return rows.where('entries.object_id', '=', p.object_id ?? 0)
}

/** The rosters of exams and of courses. */
export const rosters = {
  exam: {
    ...createReadQueries('exam_roster_entries'),
    ...createWriteQueries('exam_roster_entries'),

    unnotified: prepare(unnotifiedExams, { optional: ['object_id', 'user_id'] }),

    listByUser: prepare((q, p: { user_id: number }) =>
      q
        .selectFrom('exam_roster_entries')
        .innerJoin('exams', 'exams.id', 'exam_roster_entries.object_id')
        .select(['exam_roster_entries.object_id as exam_id', 'exams.title'])
        .select(['exam_roster_entries.email', 'exam_roster_entries.created_at'])
        .where('exam_roster_entries.user_id', '=', p.user_id)
        .orderBy('exam_roster_entries.object_id')
        .orderBy('exam_roster_entries.id'),
    ),
  },
  course: {
    ...createReadQueries('course_roster_entries'),
    ...createWriteQueries('course_roster_entries'),

    unnotified: prepare(unnotifiedCourses, { optional: ['object_id', 'user_id'] }),

    listByUser: prepare((q, p: { user_id: number }) =>
      q
        .selectFrom('course_roster_entries')
        .innerJoin('courses', 'courses.id', 'course_roster_entries.object_id')
        .select(['course_roster_entries.object_id as course_id', 'courses.title'])
        .select(['course_roster_entries.email', 'course_roster_entries.created_at'])
        .where('course_roster_entries.user_id', '=', p.user_id)
        .orderBy('course_roster_entries.object_id')
        .orderBy('course_roster_entries.id'),
    ),
  },
}

export type RosterKind = keyof typeof rosters
