/** Walks the declarations of all tables of the import: no reference is forgotten, and none takes a row that was not brought. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { getDatabasePath } from '#database/index.ts'
import { createApp, type TestApp } from '#test/support/app.ts'
import { createImportFolder, importInto } from '#test/support/import.ts'
import { importTables } from './import.ts'
import { type ImportTable, namedTables } from './table.ts'
import { getSchema } from './verdict.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  minItems?: number
  minLength?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** A row that an import has brought, and one that something else has made. */
const [brought, other] = [2 ** 40 + 11, 2 ** 40 + 12]
/** What is not numbered, with the unknown one first. */
const filePath = 'a path'
const named: Record<string, readonly string[]> = { plans: ['none', 'free'], [filePath]: ['nowhere.png', 'here.png'] }
const formats: Record<string, string> = {
  'date-time': '2024-01-02T03:04:05Z',
  date: '2024-01-02',
  email: 'ada@example.org',
  timezone: 'UTC',
}
const texts = ['text', 'ABCD-1234', '0'.repeat(64), '10:00', 'USD', 'INV-2024-1']

/** Returns a value that the schema accepts, with what it requires alone. */
function createValue(schema: Schema): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return createValue(schema.anyOf[0])
  const [type] = [schema.type ?? []].flat()
  if (type === 'object') return createObject(schema)
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => createValue(schema.items ?? {}))
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (schema.format !== undefined) return formats[schema.format]
  return texts.find((text) => text.length >= (schema.minLength ?? 0) && new RegExp(schema.pattern ?? '').test(text))
}

const createObject = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(required.map((name) => [name, createValue(properties[name] ?? {})]))

/** Puts an id at a path of an object, with all that is around it. */
function putAt(value: Record<string, unknown>, schema: Schema, [name = '', ...rest]: string[], id: unknown): void {
  const inner = schema.properties?.[name] ?? {}
  if (rest.length === 0) value[name] = [inner.type].flat().includes('array') ? [id] : id
  else {
    const item = createObject(inner.items ?? {})
    putAt(item, inner.items ?? inner, rest, id)
    value[name] = inner.items === undefined ? item : [item]
  }
}

/** What else a row needs with a reference, where one excludes another. */
const completions: Record<string, (path: string) => object> = {
  certificates: (path) => (path === 'course_id' ? {} : { exam_id: brought }),
  charges: (path) => (path === 'company_id' ? { plan_id: 'free' } : {}),
  company_members: (path) => (path === 'user_id' ? {} : { email: 'ada@example.org' }),
  coupons: () => ({ percent_off: 10 }),
  course_roster_entries: (path) => (path === 'user_id' ? {} : { email: 'ada@example.org' }),
  exam_questions: () => ({ type: 'true_false', correct_answer: true }),
  bank_questions: () => ({ type: 'true_false', correct_answer: true }),
  exam_roster_entries: (path) => (path === 'user_id' ? {} : { email: 'ada@example.org' }),
  job_requirements: (path) => (['exam_id', 'course_id'].includes(path) ? {} : { skill: 'Botany' }),
  message_templates: () => ({ texts: [{ language: 'en', body: 'Hello' }] }),
}

/** Returns a row whose references are of rows that an import has brought, but for one. */
function createRow(table: ImportTable, path: string, id: unknown) {
  const schema: Schema = JSON.parse(JSON.stringify(getSchema(table)))
  const row = createObject(schema)
  for (const column of Object.keys(table.references ?? {}))
    if (column in row) row[column] = column === 'plan_id' ? 'free' : brought
  for (const column of table.paths ?? []) if (column in row) row[column] = 'here.png'
  Object.assign(row, completions[table.name]?.(path))
  putAt(row, schema, path.split('.'), id)
  return row
}

/** Each has two lines in the file of its table: one that names what was not brought, and one that names what was. */
const referencesOf = (table: ImportTable) =>
  [...Object.entries(table.references ?? {}), ...(table.paths ?? []).map((path) => [path, filePath] as const)].map(
    ([path, target], index) => {
      const targets: readonly string[] = [target].flat()
      const ids = named[targets[0] ?? ''] ?? [other, brought]
      return { table, path, targets, line: 2 * index + 1, ids }
    },
  )
const references = importTables.flatMap(referencesOf)

const listRows = (table: ImportTable) =>
  referencesOf(table)
    .flatMap(({ path, ids }) => ids.map((id) => createRow(table, path, id)))
    .map((row, index) => ('id' in row ? { ...row, id: brought + 100 + index } : row))

/** Whether the sentence says of the column that it names what was not brought. */
const namesOther = (why: string, { path, targets }: { path: string; targets: readonly string[] }) =>
  why.startsWith(`The column "${path.split('.')[0]}" `) &&
  why.endsWith(
    targets.includes(filePath)
      ? ' "nowhere.png", which is no path of files.ndjson.'
      : targets.includes('plans')
        ? ' none, which is no id of plans.'
        : ` ${other}, and the row ${other} of ${targets.join(' or ')} is another one, which no import has brought.`,
  )

/** Makes the rows with both ids in a table, with what it demands of them, and remembers one of them as brought. */
function addRows(db: DatabaseSync, table: string): void {
  const definition = String(db.prepare('select sql from sqlite_schema where name = ?').get(table)?.sql)
  const columns = db
    .prepare(`select name, type, "notnull", dflt_value, pk from pragma_table_info('${table}')`)
    .all()
    .filter(({ notnull, dflt_value, pk }) => pk || (notnull && dflt_value === null))
  for (const id of [brought, other]) {
    const values = columns.map(({ name, type }) => {
      const [, allowed] = new RegExp(`"?${name}"? in \\('([^']*)'`).exec(definition) ?? []
      if (allowed !== undefined) return `'${allowed}'`
      return type === 'JSON' ? "'[]'" : type === 'TEXT' ? `'2024-${id}'` : `${id}`
    })
    db.exec(`insert into "${table}" (${columns.map(({ name }) => `"${name}"`)}) values (${values})`)
  }
  db.exec(`insert into imported_rows values ('${table}', ${brought}, ${brought}, null, 1)`)
}

/** What a name of an id says within the row itself, or that is no id of a row here. */
const others = [
  'charges.payment_id',
  'exam_attempts.grades.question_id',
  'invoices.buyer_address.tax_id',
  'invoices.seller_tax_id',
  'job_applications.additional_answers.question_id',
  'refunds.refund_id',
  'scorecards.ratings.criterion_id',
]

/** Keys of rows that no import makes, and of slots, whose ids are those of the trial. */
const unreachable = [
  "charges slot status = 'pending'",
  "exam_attempts exam_id,user_id status = 'in_progress'",
  'exam_bookings slot_id,user_id ',
]

/** Returns the paths of all fields of a schema that are named like ids. */
const listIdPaths = ({ properties = {}, items, anyOf = [] }: Schema, path: string): string[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [
    ...(/_(?:id|ids|by)$/.test(name) ? [`${path}.${name}`] : []),
    ...listIdPaths(inner, `${path}.${name}`),
  ]),
  ...(items === undefined ? [] : listIdPaths(items, path)),
  ...anyOf.flatMap((one) => listIdPaths(one, path)),
]

async function readRefusedLines(folder: string, name: string): Promise<Map<number, string>> {
  const text = await readFile(join(folder, 'refused', `${name}.ndjson`), 'utf8')
  const lines = text.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => JSON.parse(line)).map(({ line, why }) => [line, why]))
}

describe('the references of imported rows', () => {
  let app: TestApp
  let db: DatabaseSync

  before(async () => {
    app = await createApp()
    db = new DatabaseSync(getDatabasePath(app.platform.config.dataDir))
    db.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
  })
  after(() => db.close())

  it('are declared for each foreign key of a stored column', () => {
    const missing = importTables.flatMap(({ name, stored, references = {}, paths = [], following = {} }) =>
      db
        .prepare(`select "from" as "column", "table" as target from pragma_foreign_key_list('${name}')`)
        .all()
        .filter(({ column }) => String(column) in stored)
        .filter(({ column, target }) => {
          const source = following[String(column)]
          return source === undefined
            ? ![references[String(column)] ?? []].flat().some((table) => table === target)
            : !(source in references || paths.includes(source))
        })
        .map(({ column, target }) => `${name}.${column} of ${target}`),
    )

    assert.deepEqual(missing, [])
  })

  it('are declared for each field that is named like an id, also within lists and objects', () => {
    const undeclared = importTables.flatMap((table) =>
      listIdPaths(JSON.parse(JSON.stringify(getSchema(table))), table.name).filter(
        (path) => !(path.slice(table.name.length + 1) in (table.references ?? {})),
      ),
    )

    assert.deepEqual(undeclared.sort(), others)
  })

  it('are beside the unique keys of the database, which a trial compares', () => {
    const declared = importTables.flatMap(({ name, key = [], uniqueKeys = [] }) =>
      // SQLite makes no index for a key that is one integer.
      [...(key.length > 1 ? [{ columns: key, where: '' }] : []), ...uniqueKeys].map(
        ({ columns, where = '' }) => `${name} ${columns.join()} ${where}`,
      ),
    )
    const made = importTables.flatMap(({ name, stored }) =>
      db
        .prepare(
          `select (select group_concat(name) from pragma_index_info(indexes.name)) as columns,
            coalesce(substr(sql, nullif(instr(sql, ' where '), 0) + 7), '') as condition
          from pragma_index_list('${name}') as indexes left join sqlite_schema on sqlite_schema.name = indexes.name
          where "unique" = 1`,
        )
        .all()
        .filter(({ columns }) =>
          String(columns)
            .split(',')
            .every((column) => column in stored && column !== 'id'),
        )
        .map(({ columns, condition }) => `${name} ${columns} ${condition}`),
    )

    assert.deepEqual(declared.sort(), made.filter((one) => !unreachable.includes(one)).sort())
  })

  it('are names only for plans, whose ids are texts', () => {
    const named = importTables.filter(({ stored }) => stored.id === 'text').map(({ name }) => name)

    assert.deepEqual([...namedTables], named)
  })

  it('are refused where they name a row that no import has brought, each with a sentence that names it', async () => {
    for (const { name } of db.prepare("select name from sqlite_schema where type = 'trigger'").all())
      db.exec(`drop trigger "${name}"`)
    for (const name of new Set(references.flatMap(({ targets }) => targets)))
      if (named[name] === undefined) addRows(db, name)
    addRows(db, 'files')
    db.exec(`insert into legacy_files values ('here.png', ${brought}, '')`)
    const folder = await createImportFolder(
      Object.fromEntries(importTables.map((table) => [table.name, listRows(table)])),
    )

    const { code, stdout, stderr } = await importInto(app, folder)

    assert.deepEqual([code, stderr], [1, ''], stdout)
    const refused = new Map<string, ReadonlyMap<number, string>>()
    for (const { name } of importTables) refused.set(name, await readRefusedLines(folder, name))
    for (const { table, path, targets, line } of references) {
      const [why = '', control = ''] = [line, line + 1].map((number) => refused.get(table.name)?.get(number))
      assert.ok(namesOther(why, { path, targets }), `${table.name}.${path}: ${why}`)
      assert.doesNotMatch(
        control,
        /which no import has brought|which is no id of|which is no path of/,
        `${table.name}.${path}`,
      )
    }
    assert.ok(references.length > 90, `${references.length} references`)
  })
})
