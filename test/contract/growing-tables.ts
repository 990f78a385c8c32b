/** Which tables stay small, and what counts as reading a whole table that grows. */

/** Tables that stay small however long a service runs and however many people it has, by the reason. All others grow. */
const smallTables = {
  'one row, or one a year, a day, a copy or a list': [
    'audit_end',
    'audit_heads',
    'change_numbers',
    'credit_note_numbers',
    'daily_figures',
    'followers',
    'gateway_states',
    'invoice_numbers',
    'issuer_keys',
    'log_end',
    'schedules',
    'search_copies',
    'search_lists',
  ],
  'written by developers': ['migrations', 'plans'],
  'written by administrators, by hand': ['announcements', 'coupons', 'people_imports', 'search_aliases'],
  'a row a file of an import': ['import_progress'],
  'of the sandbox': ['sandbox_clock', 'sandbox_identity_codes', 'sandbox_identity_keys'],
  'added up every few minutes': ['counters'],
  'of the last release, empty from now on': ['change_marks'],
}

const small: ReadonlySet<string> = new Set(Object.values(smallTables).flat())

export const listSmallTables = (): readonly string[] => [...small]

/** Also those of the server itself do not grow with the service. */
export const isGrowing = (table: string): boolean => !small.has(table) && !table.startsWith('pg_')

/** A step of a plan of PostgreSQL, as `explain (format json)` describes it. */
export interface Step {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Step[]
}

/** Steps that pass on the rows of their first input one by one, so that a limit above them ends it early. */
const passing = /^(Limit|LockRows|Nested Loop|Subquery Scan|Result|Append|Merge Append|ModifyTable)$/

/**
 * Returns the growing tables of which a plan of PostgreSQL reads every row: from the table, or from an index without a condition, unless a limit ends
 * it. An index that contains few rows, such as those that wait for something, may be read whole.
 */
export function listScans(step: Step, hasFewRows: (index: string) => boolean, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', 'Index Cond': condition } = step
  const isWholeIndex = /^Index (Only )?Scan/.test(type) && condition === undefined && !isLimited && !hasFewRows(index)
  const found = isGrowing(table) && table !== '' && (type === 'Seq Scan' || isWholeIndex) ? [table] : []
  const below = (step.Plans ?? []).flatMap((child, place) => {
    const isFirst = type !== 'Nested Loop' || place === 0
    return listScans(child, hasFewRows, type === 'Limit' || (isLimited && passing.test(type) && isFirst))
  })
  return [...found, ...below]
}

/** Statements that may read a whole table that grows, with the reason. */
const exceptions: readonly [RegExp, string][] = [
  [/^delete from "search_\w+"$/, 'Empties a copy of the index that is not used.'],
  [/from "search_pending(_2)?" order by "researcher_id"$/, 'What waits for the index, which is read whole.'],
  [
    /^select "id" from \(select "id" as "id" from .* as "part"/,
    'The ids of a whole list, off the event loop, for a search in it.',
  ],
  [/^select "kind", count\(\*\) as "count" from "tasks"/, 'The tasks that wait or have failed, for the metrics.'],
  [/^select \(select count\(\*\) from "tasks"/, 'The tasks that wait or have failed, for the metrics.'],
  [
    /^select \(select count\(\*\) from reports/,
    'The overview of administrators: what is open, and how many people there are.',
  ],
  [/^select count\(\*\) as "files"/, 'The overview of administrators: the size of all files.'],
  [/^select count\(\*\) as "people"/, 'Before an announcement is sent: how many people would get it.'],
  [/^select 1 as "found" where \(exists \(select "id" from "changed_objects"\)/, 'Ends with the first row.'],
  [
    /^select "label" as "query", "count" from "popular_queries"/,
    'Computed each hour, with as many rows as there are popular queries.',
  ],
  [
    /^select "lessons"\."id" as "lesson_id".* "due_reminders"/s,
    'Every ten minutes, in the background: what is due in a day. SQLite reads the day by an index, PostgreSQL when it plans with the values.',
  ],
  [
    /^select "users"\."id".* as "last_active_at" from "users" where "users"\."deleted_at" is null.* limit \S+/s,
    'Users as administrators filter them: walked in their order, or sorted where the statistics expect few.',
  ],
]

export const isExcepted = (sql: string): boolean => exceptions.some(([pattern]) => pattern.test(sql))

/** Exceptions that none of the statements needs. */
export const listUnusedExceptions = (statements: readonly string[]): string[] =>
  exceptions.flatMap(([pattern]) => (statements.some((sql) => pattern.test(sql)) ? [] : [String(pattern)]))
