/** Brings a database of the last release to the baseline: adds what is missing, and converts its rows. */

import type { Engine } from '../../database.ts'
import { type ExistingSchema, type Schema, text } from '../schema.ts'
import { nameIndex } from '../steps.ts'
import { type AudienceOfObjects, firstAudiences } from './first-audiences.ts'

/** Each part is named after the former migration that did the same, so that a database that has it is left alone. */
export function upgradeRelease(
  schema: Schema,
  { done, names }: ExistingSchema,
  defineTables: (schema: Schema) => void,
): void {
  const dropped = Object.entries(formerIndexes).flatMap(([name, indexes]) => (done.has(name) ? [] : indexes))
  for (const index of dropped) schema.statement(`drop index if exists "${index}"`)
  defineTables(createMissing(schema, names.difference(new Set(dropped))))
  for (const [name, convert] of Object.entries(conversions)) if (!done.has(name)) convert(schema)
}

/** Indexes whose columns or conditions have changed. */
const formerIndexes = {
  '0068-company-plans': ['subscriptions_user_id_unique'],
  '0092-hidden-companies': ['companies_id_verified_index', 'companies_name_key_id_index'],
  '0095-course-list-indexes': [
    'id_level_price',
    'enrolled_count_id',
    'title_key_id',
    'price_id',
    'category_key_id',
  ].map((columns) => `courses_${columns}_index`),
}

/** Returns a schema that leaves alone what the database has; `names` are those of tables, indexes and `table.column`. */
const createMissing = (schema: Schema, names: ReadonlySet<string>): Schema => ({
  ...schema,
  table(table, columns, options) {
    if (!names.has(table)) return schema.table(table, columns, options)
    for (const [column, definition] of Object.entries(columns))
      if (!names.has(`${table}.${column}`)) schema.addColumn(table, column, definition)
    return columns
  },
  index(table, columns, options) {
    if (!names.has(nameIndex(table, columns, options))) schema.index(table, columns, options)
  },
  statement: () => undefined,
})

const kinds = text().oneOf('job_post', 'course', 'exam', 'project', 'researcher', 'company', 'message')

const conversions: Record<string, (schema: Schema) => void> = {
  '0037-one-folding': foldAgain,
  '0041-object-audiences'(schema) {
    for (const objects of firstAudiences) storeAudiences(schema, objects)
  },
  '0045-currencies': fillCountries,
  '0049-any-provider'(schema) {
    for (const table of ['identities', 'sign_in_states']) schema.rebuild(table, { provider: text() })
  },
  '0057-companies'(schema) {
    schema.statement(`update interviewers set application_id =
      (select application_id from interviews where interviews.id = interviewers.interview_id)`)
  },
  '0066-list-search'(schema) {
    for (const list of ['job_posts', 'courses', 'projects'])
      schema.statement(`insert into search_lists (name, format)
        select '${list}', case count(*) when 0 then 1 else 0 end from "${list}"`)
  },
  // The time of the next move is set anew by the background, because it did not know of the reminder.
  '0069-phone-renewals'(schema) {
    schema.statement(`update subscriptions set due_at = period_start where state = 'active' and user_id in
      (select user_id from payment_methods where type = 'mobile_money')`)
  },
  '0071-saved-searches'(schema) {
    for (const [table, published] of [
      ['job_posts', `"status" = 'open'`],
      ['researchers', `"visibility" = 'public'`],
    ])
      schema.statement(`insert into saved_search_items (kind, item_id, published_at, is_pending)
        select '${table}', id, created_at, false from "${table}" where ${published}`)
  },
  '0092-hidden-companies'(schema) {
    for (const table of ['hidden_content', 'reports']) schema.rebuild(table, { kind: kinds })
  },
}

/** What is stored folded is folded again in the background, and once more when no instance of the last release writes rows. */
export function foldAgain(schema: Schema): void {
  for (const kind of ['users', 'job_posts', 'applications', 'courses', 'projects', 'exams'].map(
    (of) => `refold_${of}`,
  )) {
    queueTask(schema, kind, 0)
    queueTask(schema, kind, 1)
  }
  // Keys of skills have changed, and so have the strengths that are stored by them.
  queueTask(schema, 'refresh_proofs', 0)
  queueTask(schema, 'refresh_proofs', 1)
  // The search index has another format and is built anew at the start, unless it is empty.
  schema.statement('update search_copies set version = 3 where not exists (select 1 from researchers)')
  // Resumes are read again, because their texts are not stored.
  queueTask(schema, 'read_resumes_again', 0)
}

/** A database without users has nothing to fold. */
function queueTask(schema: Schema, kind: string, days: number): void {
  const insert = (now: string, later: string, payload: string) =>
    `insert into tasks (kind, payload, run_at, created_at)
     select '${kind}', ${payload}, ${later}, ${now} where exists (select 1 from users)`
  const spell = (...changes: string[]) => `strftime(${["'%Y-%m-%dT%H:%M:%fZ'", "'now'", ...changes].join(', ')})`
  schema.statement({
    sqlite: insert(spell(), spell(`'+${days} day'`), `'{"after":0}'`),
    postgres: insert('current_timestamp', `current_timestamp + interval '${days} day'`, `'{"after":0}'::jsonb`),
  })
}

/** Stores who could see the objects so far: these users were told of them. */
function storeAudiences(
  schema: Schema,
  { table, kind, parent = 'cast(null as bigint)', audience }: AudienceOfObjects,
): void {
  const store = (engine: Engine) =>
    `insert into object_audiences (kind, object_id, parent_id, audience)
      select '${kind}', cast(object.id as text), parent_id, audience from (select object.id,
        ${parent} as parent_id, ${audience('object', engine)} as audience from "${table}" as object
      ) as object where audience <> ''`
  schema.statement({ sqlite: store('sqlite'), postgres: store('postgres') })
}

/** Where the providers of mobile money are; the beginning of a masked number shows the calling code. */
const callingCodes = `SN221 ML223 GN224 CI225 BF226 NE227 TG228 BJ229 LR231 SL232 GH233 NG234 TD235 CM237 GA241 CG242 CD243 GW245 RW250
  KE254 TZ255 UG256 BI257 MZ258 ZM260 MG261 MW265 LS266 SZ268 EG20 ZA27`

function fillCountries(schema: Schema): void {
  const cases = callingCodes
    .split(/\s+/)
    .map((code) => `when phone like '+${code.slice(2)}%' then '${code.slice(0, 2)}'`)
  schema.statement(`update payment_methods set country = case ${cases.join(' ')} end where phone is not null`)
}
