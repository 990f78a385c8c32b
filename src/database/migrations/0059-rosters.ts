/** Exams and courses for the people on a roster. */

import type { Engine } from '../database.ts'
import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { id, integer, key, type Migration, type Schema, text, timestamp } from './schema.ts'

const tables = [
  { table: 'exam_roster_entries', object: 'exams', kind: 'exam' },
  { table: 'course_roster_entries', object: 'courses', kind: 'course' },
] as const

/**
 * What the change feed follows besides. That an address turns out to be a user's decides only who sees the object; its
 * managers are not told, because it shows that there is an account.
 */
export const rosterObjects: readonly TrackedObject[] = [
  ...tables.map(({ object, kind }) => ({ table: object, kind, columns: ['access'], onlyUpdates: true })),
  ...tables.flatMap(({ table, kind }) => [
    { table, kind, object: 'object_id', columns: [], part: 'roster' },
    { table, kind, object: 'object_id', columns: ['user_id'], part: 'access', onlyUpdates: true },
  ]),
]

/** A list whose counters do not count what is for invited people. */
interface ReducedList {
  table: 'exams' | 'courses'
  /** The beginning of the name of the counter. */
  name: string
  /** Expressions of a row: each combination of their values has its own counter. */
  values: (row: string) => readonly string[]
  isListed: (row: string) => string
  /** The columns that these expressions read. */
  columns: readonly string[]
}

const isInvitedCourse = (row: string) => `${row}.status = 'published' and ${row}.access = 'invited'`
const isInvitedExam = (row: string) =>
  `not ${row}.practice and ${row}.publication_status = 'published' and ${row}.deleted_at is null and ${row}.access = 'invited'`
const priceOf = (row: string) => `case when ${row}.price = 0 then 'free' else 'paid' end`

/** The triggers of 0033 count all that is published; these subtract, as those of 0053 do exams for practice. */
const lists: readonly ReducedList[] = [
  {
    table: 'courses',
    name: 'courses.published',
    values: (row) => [`${row}.level`, priceOf(row)],
    isListed: isInvitedCourse,
    columns: ['level', 'price', 'status', 'access'],
  },
  {
    table: 'courses',
    name: 'courses.published.category',
    values: (row) => [`${row}.category_key`, `${row}.level`, priceOf(row)],
    isListed: isInvitedCourse,
    columns: ['category_key', 'level', 'price', 'status', 'access'],
  },
  {
    table: 'exams',
    name: 'exams.published',
    values: () => [],
    isListed: isInvitedExam,
    columns: ['practice', 'publication_status', 'deleted_at', 'access'],
  },
  {
    table: 'exams',
    name: 'exams.published.category',
    values: (row) => [`${row}.category_key`],
    isListed: isInvitedExam,
    columns: ['category_key', 'practice', 'publication_status', 'deleted_at', 'access'],
  },
]

export const rosters: Migration = {
  name: '0059-rosters',
  up(schema) {
    for (const { table, object } of tables) {
      schema.addColumn(object, 'access', text().oneOf('everyone', 'invited').default('everyone'))
      createEntries(schema, table, object)
    }
    schema.index('exams', ['user_id', 'access', 'id'], { where: "deleted_at is null and access = 'invited'" })
    schema.index('courses', ['user_id', 'access', 'id'], { where: "access = 'invited'" })
    for (const list of lists)
      for (const event of ['insert', 'update', 'delete'] as const) createTrigger(schema, list, event)
    createObjectTriggers(schema, 'rosters', rosterObjects)
  },
}

function createEntries(schema: Schema, table: string, object: string) {
  schema.table(
    table,
    {
      id: id(),
      object_id: integer().references(object, 'cascade'),
      // Null while no account has verified the address.
      user_id: integer().nullable().references('users', 'cascade'),
      // The address by which the person was added; null for one who was added by id.
      email: key().nullable(),
      added_by: integer().nullable().references('users', 'set null'),
      created_at: timestamp(),
      notified_at: timestamp().nullable(),
    },
    { unique: [['object_id', 'email']] },
  )
  schema.index(table, ['object_id', 'user_id'], { unique: true, where: 'email is null' })
  schema.index(table, ['object_id', 'id'])
  schema.index(table, ['user_id', 'object_id'])
  schema.index(table, ['email'], { where: 'email is not null' })
  schema.index(table, ['added_by'])
}

/** The name of the counter of a row: `courses.published|beginner|free|`. */
const nameOf = ({ name, values }: ReducedList, row: string) =>
  [`'${name}|'`, ...values(row).map((value) => `(${value}) || '|'`)].join(' || ')

function createTrigger(schema: Schema, list: ReducedList, event: 'insert' | 'update' | 'delete') {
  const trigger = `"${list.name.replaceAll('.', '_')}_${event}_invited"`
  const subtract = (engine: Engine) => count(list, engine, 'new', -1)
  const add = (engine: Engine) => count(list, engine, 'old', 1)
  const statements = (engine: Engine) =>
    event === 'insert' ? subtract(engine) : event === 'delete' ? add(engine) : `${add(engine)}; ${subtract(engine)}`
  const columns = list.columns.map((column) => `"${column}"`).join(', ')
  const timing = `after ${event === 'update' ? `update of ${columns}` : event} on "${list.table}" for each row`
  const compare = (operator: string) => {
    const rows = ['old', 'new'].map((row) => `(${list.columns.map((column) => `${row}."${column}"`).join(', ')})`)
    return event === 'update' ? ` when (${rows.join(` ${operator} `)})` : ''
  }
  schema.statement({
    sqlite: `create trigger ${trigger} ${timing}${compare('is not')} begin ${statements('sqlite')}; end`,
    postgres: `create function ${trigger}() returns trigger language plpgsql as $$ begin ${statements('postgres')};
      return null; end $$`,
  })
  schema.statement({
    sqlite: '',
    postgres: `create trigger ${trigger} ${timing}${compare('is distinct from')} execute function ${trigger}()`,
  })
}

/** Adds to the counter of a row, if it is listed. PostgreSQL adds a row of its own, as in 0033. */
function count(list: ReducedList, engine: Engine, row: string, change: number): string {
  const name = nameOf(list, row)
  const isListed = list.isListed(row)
  if (engine === 'postgres') return `insert into counters (name, change) select ${name}, ${change} where ${isListed}`
  return `insert into counters (name, change) select ${name}, 0
      where ${isListed} and not exists (select 1 from counters where name = ${name});
    update counters set change = change + ${change}
      where ${isListed} and id = (select min(id) from counters where name = ${name})`
}
