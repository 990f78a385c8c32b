import { type Expression, type SqlBool, sql } from 'kysely'
import { countFew, countRows, mergeParts, type Window } from '#database/list/parts.ts'
import { integerList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { withStanding } from './queries.ts'
import { examRights } from './rights.ts'

export interface Filter {
  actor_id: number
  now: string
  /** The exams that the actor passes with an attempt whose time is over and that is still to be finished. */
  passing: readonly number[]
  category_key?: string | undefined
  owner_id?: number | undefined
}

const filters = ['category_key', 'owner_id'] as const

export type Listing = 'all' | 'available' | 'upcoming' | 'completed'

const listings: readonly Listing[] = ['all', 'available', 'upcoming', 'completed']

const orders = {
  all: { column: 'id', direction: 'desc' },
  available: { column: 'closes_at', direction: 'asc' },
  upcoming: { column: 'available_from', direction: 'asc' },
  completed: { column: 'closes_at', direction: 'desc' },
} as const

const selectExisting = (q: Builder, p: Filter) => {
  let found = q.selectFrom('exams').where('deleted_at', 'is', null)
  if (p.category_key !== undefined) found = found.where('category_key', '=', p.category_key)
  return p.owner_id === undefined ? found : found.where('user_id', '=', p.owner_id)
}
type ExamSelection = ReturnType<typeof selectExisting>

const selectPublished = (q: Builder, p: Filter) => selectExisting(q, p).where(examRights.relates('everyone'))
const selectOwnInvited = (q: Builder, p: Filter) =>
  selectExisting(q, p)
    .where('user_id', '=', p.actor_id)
    .where('access', '=', 'invited')
    .where('practice', '=', false)
    .where('publication_status', '=', 'published')
/** The exams with the actor on their roster. One's own are among those already. */
const selectInvited = (q: Builder, p: Filter) =>
  selectExisting(q, p)
    .where(examRights.relates('invited', p))
    .where('id', 'in', q.selectFrom('exam_roster_entries').select('object_id').where('user_id', '=', p.actor_id))
    .where('user_id', '!=', p.actor_id)
/** The exams that the actor may read because of what they are, or of the roster. */
const selectAdmitted = (q: Builder, p: Filter) =>
  selectExisting(q, p).where((eb) => eb.or([examRights.relates('everyone'), examRights.relates('invited', p)]))
/** What the actor wrote and no list of others has. Exams for practice are only among their own (`mine`). */
const selectOwnDrafts = (q: Builder, p: Filter) => {
  const own = selectExisting(q, p).where('user_id', '=', p.actor_id)
  return p.owner_id === undefined
    ? own.where('publication_status', '=', 'draft').where('practice', '=', false)
    : own.where((eb) => eb.or([eb('publication_status', '=', 'draft'), eb('practice', '=', true)]))
}

/** The attempts at the exam of a standing whose time is over and that are still to be finished: one at most. */
const countOverdue = (p: Filter) => sql<number>`(select count(*) from exam_attempts as overdue
  where overdue.exam_id = done.exam_id and overdue.user_id = ${p.actor_id} and overdue.status = 'in_progress'
  and overdue.expires_at <= ${p.now})`

/** Whether the actor has passed the exam of the standing `done`, or has no attempts left; the rule is `getExamStatus`. */
const isFinished = (p: Filter, maxAttempts: Expression<unknown>) =>
  sql<SqlBool>`(done.passed or done.exam_id in ${integerList(p.passing)}
    or done.attempts_used + ${countOverdue(p)} >= ${maxAttempts})`

/** The exams that the actor has passed, or has no attempts left for. */
const selectFinishedIds = (p: Filter) => sql<number>`(select done.exam_id from exam_standings as done
  inner join exams as theirs on theirs.id = done.exam_id
  where done.user_id = ${p.actor_id} and ${isFinished(p, sql`theirs.max_attempts`)})`

const isDone = (p: Filter): Expression<SqlBool> => sql`exists (select 1 from exam_standings as done
  where done.exam_id = exams.id and done.user_id = ${p.actor_id} and ${isFinished(p, sql`exams.max_attempts`)})`

const isNotDone = (p: Filter): Expression<SqlBool> => sql`not ${isDone(p)}`

/** The exams at which the actor has an accommodation, of which one person has few. Their window and attempts can differ. */
const isAccommodated = (p: Filter, condition: Expression<SqlBool>): Expression<SqlBool> =>
  sql`exams.id in (select own.exam_id from exam_accommodations as own inner join exams as theirs on theirs.id = own.exam_id
    where own.user_id = ${p.actor_id} and ${condition})`

const isNotAccommodated = (p: Filter): Expression<SqlBool> =>
  sql`not exists (select 1 from exam_accommodations as own where own.exam_id = exams.id and own.user_id = ${p.actor_id})`

const opensLater = (p: Filter) => sql<SqlBool>`coalesce(own.available_from, theirs.available_from) > ${p.now}`

const isOver = (p: Filter) => sql<SqlBool>`(coalesce(own.available_until, theirs.closes_at) <= ${p.now} or exists (
  select 1 from exam_standings as done where done.exam_id = theirs.id and done.user_id = ${p.actor_id}
  and ${isFinished(p, sql`theirs.max_attempts + own.extra_attempts`)}))`

const isOpen = (found: ExamSelection, p: Filter) =>
  found.where('closes_at', '>', p.now).where('available_from', '<=', p.now)

/** The exams of a listing without those at which the actor has an accommodation. */
const selectAsForEverybody = (q: Builder, p: Filter): ExamSelection[] => [
  selectPublished(q, p).where(isNotAccommodated(p)),
  selectInvited(q, p).where(isNotAccommodated(p)),
  selectOwnDrafts(q, p),
  selectOwnInvited(q, p),
]

/** What the actor sees besides the exams for everybody. */
const selectOthers = (q: Builder, p: Filter): ExamSelection[] => [
  selectOwnDrafts(q, p),
  selectOwnInvited(q, p),
  selectInvited(q, p),
]

// Several parts, because an index serves each of them in its order, but not all together.
const parts: Record<Listing, (q: Builder, p: Filter) => ExamSelection[]> = {
  all: (q, p) => [selectPublished(q, p), ...selectOthers(q, p)],
  available: (q, p) => [
    ...selectAsForEverybody(q, p).map((found) => isOpen(found, p).where(isNotDone(p))),
    selectAdmitted(q, p).where(isAccommodated(p, sql`not ${opensLater(p)} and not ${isOver(p)}`)),
  ],
  upcoming: (q, p) => [
    ...selectAsForEverybody(q, p).map((found) => found.where('available_from', '>', p.now)),
    selectAdmitted(q, p).where(isAccommodated(p, opensLater(p))),
  ],
  completed: (q, p) => [
    ...selectAsForEverybody(q, p).flatMap((found) => [
      found.where('closes_at', '<=', p.now),
      isOpen(found, p).where('id', 'in', selectFinishedIds(p)),
    ]),
    selectAdmitted(q, p).where(isAccommodated(p, sql`not ${opensLater(p)} and ${isOver(p)}`)),
  ],
}

/** Exams that the actor sees in a list: those for everybody, those with them on the roster, and their own. */
export const visibleExams = {
  page: prepare(
    (q, p: Filter & Window, listing: Listing) => {
      const { direction } = orders[listing]
      const rows = parts[listing](q, p).map((part) => ({ rows: part }))
      const found = mergeParts(q, rows, orders[listing], p)
      return withStanding(q, p)
        .innerJoin(found.as('found'), 'found.id', 'exams.id')
        .orderBy('found.place', direction)
        .orderBy('found.id', direction)
    },
    { optional: filters, choices: listings },
  ),

  count: prepare(
    (q, p: Filter, listing: Listing) =>
      countRows(
        q,
        parts[listing](q, p).map((part) => ({ rows: part })),
      ),
    { optional: filters, choices: listings },
  ),

  /** Counts what the actor sees besides the exams for everybody. */
  countOthers: prepare(
    (q, p: Filter) =>
      countRows(
        q,
        selectOthers(q, p).map((rows) => ({ rows })),
      ),
    { optional: filters },
  ),

  /** Counts the exams of a user, up to a limit. */
  countOfOwner: prepare((q, p: { owner_id: number }) =>
    countFew(q, [{ rows: q.selectFrom('exams').where('deleted_at', 'is', null).where('user_id', '=', p.owner_id) }]),
  ),
}
