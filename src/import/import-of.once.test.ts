import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Config } from '#config.ts'
import { DateTime, Id, Label, Line, nullable, Text, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, optional, readOnly, required } from '#database/record.ts'
import { importTables } from './import.ts'
import { atImport, importOf } from './import-of.ts'
import { getSchema, readRow } from './verdict.ts'

const record = defineRecord('milestones', {
  id: readOnly(Id),
  title: required(withDescription(Line(200), 'The title.')),
  pronouns: optional(withDescription(Label(50), 'How to speak of the person.'), ''),
  notes: optional(withDescription(nullable(Text(5_000)), 'Set by callers.'), null, {
    answer: nullable(Text(1, { description: 'What is stored.' })),
  }),
  count: computed(Id),
  opened_at: readOnly(DateTime),
  created_at: internal(DateTime),
  title_key: internal(Text(1)),
  project_id: internal(Id),
})

const table = importOf(record, {
  description: 'One a line.',
  bounds: { title: 255 },
  defaults: { opened_at: atImport },
  computed: ['title_key'],
  references: { project_id: 'projects' },
  convert: ({ title }) => ({ title_key: title.toLowerCase() }),
})

const read = (row: object) => readRow(table, JSON.stringify({ id: 1, project_id: 2, title: 'Soil', ...row }))
const convert = (row: object) =>
  table.convert(
    { id: 1, project_id: 2, title: 'Soil', ...row },
    {
      now: '2026-11-21T09:14:00.000Z',
      config: {} as Config,
      files: new Map(),
    },
  )

describe('the import of a record', () => {
  it('has the fields that callers write or read with what is stored, its references, and none that is computed or internal', () => {
    const { properties, required: needed } = getSchema(table)

    assert.deepEqual(Object.keys(properties), [
      ...['id', 'title', 'pronouns', 'notes', 'opened_at', 'created_at', 'project_id'],
    ])
    assert.deepEqual(needed, ['id', 'title', 'project_id'])
    assert.deepEqual(
      { ...properties.title },
      { type: 'string', minLength: 1, maxLength: 255, line: true, description: 'The title.' },
    )
    assert.deepEqual(
      { ...properties.notes },
      { type: ['string', 'null'], maxLength: 5_000, description: 'What is stored.' },
    )
  })

  it('stores what a row omits as the record says it, and computed columns with their types', () => {
    assert.deepEqual(table.stored, {
      ...{ id: 'integer', title: 'text', pronouns: 'text', notes: 'text', opened_at: 'timestamp' },
      ...{ created_at: 'timestamp', title_key: 'text', project_id: 'integer' },
    })
    assert.deepEqual(convert({}), {
      ...{ id: 1, project_id: 2, title: 'Soil', title_key: 'soil', pronouns: '', notes: null },
      ...{ opened_at: '2026-11-21T09:14:00.000Z', created_at: '2026-11-21T09:14:00.000Z' },
    })
    assert.equal(convert({ pronouns: 'she', file: 'a path' }).pronouns, 'she')
    assert.ok(!('file' in convert({ file: 'a path' })))
  })

  it('refuses what the record refuses, and reads names as one line', () => {
    assert.equal(read({ title: '' }), 'The column "title" must NOT have fewer than 1 characters.')
    assert.equal(read({ pronouns: 'x'.repeat(51) }), 'The column "pronouns" may have at most 50 characters.')
    assert.equal(read({ count: 3 }), 'There is no column "count"; the nearest is "notes".')
    assert.deepEqual(read({ pronouns: 'they\n them' }), { id: 1, project_id: 2, title: 'Soil', pronouns: 'they them' })
  })
})

interface Schema {
  type?: string | string[]
  [keyword: string]: unknown
}

/** Returns the paths of texts, lists and numbers without an end. */
function findUnbounded(path: string, schema: Schema): string[] {
  const types = [schema.type ?? []].flat()
  const has = (...keywords: string[]) => keywords.some((keyword) => schema[keyword] !== undefined)
  const isUnbounded =
    (types.includes('string') && types.length < 3 && !has('maxLength', 'enum', 'pattern', 'format')) ||
    (types.includes('array') && types.length < 3 && !has('maxItems')) ||
    (types.includes('integer') && !has('maximum'))
  const inner = [
    ...Object.entries((schema.properties ?? {}) as Record<string, Schema>),
    ...(schema.items === undefined ? [] : ([['items', schema.items as Schema]] as const)),
  ]
  return [...(isUnbounded ? [path] : []), ...inner.flatMap(([name, one]) => findUnbounded(`${path}.${name}`, one))]
}

describe('the columns of files', () => {
  it('have an end, whether or not their record says it', () => {
    const unbounded = importTables.flatMap((table) => findUnbounded(table.name, getSchema(table) as unknown as Schema))

    assert.deepEqual(unbounded, [])
  })
})
