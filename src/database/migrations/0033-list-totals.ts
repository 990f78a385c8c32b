/** Totals of public lists for each combination of the values that they are filtered by, kept by triggers. */

import type { Engine } from '../database.ts'
import { key, type Migration, type Schema } from './schema.ts'

/** A list, and the columns that its rows are counted by. */
export interface CountedList {
  table: string
  name: string
  /** Expressions of a row: each combination of their values has its own counter. */
  values: (row: string) => readonly string[]
  isListed: (row: string) => string
  /** The columns that these expressions read. */
  columns: readonly string[]
}

const isOpen = (row: string) => `${row}.status = 'open'`
const isPublished = (row: string) => `${row}.status = 'published'`
const isPublishedExam = (row: string) => `${row}.publication_status = 'published' and ${row}.deleted_at is null`
const priceOf = (row: string) => `case when ${row}.price = 0 then 'free' else 'paid' end`

const lists: readonly CountedList[] = [
  {
    table: 'job_posts',
    name: 'job_posts.open',
    values: (row) => [
      `${row}.employment_type`,
      `${row}.experience_level`,
      `case when ${row}.remote then 'remote' else 'on_site' end`,
    ],
    isListed: isOpen,
    columns: ['employment_type', 'experience_level', 'remote', 'status'],
  },
  {
    table: 'courses',
    name: 'courses.published',
    values: (row) => [`${row}.level`, priceOf(row)],
    isListed: isPublished,
    columns: ['level', 'price', 'status'],
  },
  {
    table: 'courses',
    name: 'courses.published.category',
    values: (row) => [`${row}.category_key`, `${row}.level`, priceOf(row)],
    isListed: isPublished,
    columns: ['category_key', 'level', 'price', 'status'],
  },
  {
    table: 'projects',
    name: 'projects',
    values: (row) => [`${row}.visibility`, `${row}.status`],
    isListed: () => 'true',
    columns: ['visibility', 'status'],
  },
  {
    table: 'projects',
    name: 'projects.field',
    values: (row) => [`${row}.visibility`, `${row}.field_key`, `${row}.status`],
    isListed: () => 'true',
    columns: ['field_key', 'visibility', 'status'],
  },
  {
    table: 'exams',
    name: 'exams.published',
    values: () => [],
    isListed: isPublishedExam,
    columns: ['publication_status', 'deleted_at'],
  },
  {
    table: 'exams',
    name: 'exams.published.category',
    values: (row) => [`${row}.category_key`],
    isListed: isPublishedExam,
    columns: ['category_key', 'publication_status', 'deleted_at'],
  },
]

/** The counters that these replace. */
const former = ['job_posts.open', 'courses.published', 'exams.published', 'projects.public', 'projects.private']

export const listTotals: Migration = {
  name: '0033-list-totals',
  up(schema) {
    addCourseCategories(schema)
    for (const name of former) inBoth(schema, `delete from counters where name = '${name}'`)
    addTotals(schema, lists)
  },
}

/** Counts the rows of the lists, and creates the triggers that count from now on. */
export function addTotals(schema: Schema, counted: readonly CountedList[]): void {
  for (const list of counted) {
    inBoth(
      schema,
      `insert into counters (name, change) select ${nameOf(list, 'listed')}, count(*) from ${list.table} as listed
          where ${list.isListed('listed')} group by 1`,
    )
    for (const event of ['insert', 'update', 'delete'] as const) createTrigger(schema, list, event)
  }
}

/** The folded category, which was only among the words of a course, and its index. */
function addCourseCategories(schema: Schema) {
  schema.addColumn('courses', 'category_key', key().default(''))
  inBoth(
    schema,
    `update courses set category_key = coalesce((select substr(min(term), 2) from course_terms
      where item_id = courses.id and term >= '#' and term < '$'), '')`,
  )
  schema.index('courses', ['category_key', 'id'], { where: "status = 'published'" })
}

/** The name of the counter of a row: `job_posts.open|full_time|mid|remote|`. */
const nameOf = ({ name, values }: CountedList, row: string) =>
  [`'${name}|'`, ...values(row).map((value) => `(${value}) || '|'`)].join(' || ')

function createTrigger(schema: Schema, list: CountedList, event: 'insert' | 'update' | 'delete') {
  const trigger = `"${list.name.replaceAll('.', '_')}_${event}_total"`
  const add = (engine: Engine) => count(list, engine, 'new', 1)
  const remove = (engine: Engine) => count(list, engine, 'old', -1)
  const statements = (engine: Engine) =>
    event === 'insert' ? add(engine) : event === 'delete' ? remove(engine) : `${remove(engine)}; ${add(engine)}`
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

/**
 * Counts a listed row. PostgreSQL adds a row of its own, so that transactions at one time do not wait for each other;
 * SQLite, which writes one after the other, changes the row of the counter.
 */
function count(list: CountedList, engine: Engine, row: string, change: number): string {
  const name = nameOf(list, row)
  const isListed = list.isListed(row)
  if (engine === 'postgres') return `insert into counters (name, change) select ${name}, ${change} where ${isListed}`
  return `insert into counters (name, change) select ${name}, 0
      where ${isListed} and not exists (select 1 from counters where name = ${name});
    update counters set change = change + ${change}
      where ${isListed} and id = (select min(id) from counters where name = ${name})`
}

const inBoth = (schema: Schema, statement: string) => schema.statement({ sqlite: statement, postgres: statement })
