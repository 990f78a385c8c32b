import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { AnyContext } from '#context.ts'
import { DatabaseError } from '#database/database.ts'
import { readTotal } from '#database/list/counters.ts'
import { migrate } from '#database/migrate.ts'
import { wordIndexes } from '#database/migrations/0034-word-indexes.ts'
import { migrations } from '#database/migrations/index.ts'
import { buildStatements, isContract, type Migration, text } from '#database/migrations/schema.ts'
import { derivations, openDatabase } from '#service/open-database.ts'
import { createConfig, createDatabase } from '../support/database.ts'
import { ask, emptyDatabase, listNames, readStructure } from './empty-database.ts'
import { hashMigrations, readReleasedHashes } from './released-migrations.ts'

describe('migrations', () => {
  it('have ascending numbers, each once, and names in kebab-case', () => {
    const names = migrations.map(({ name }) => name)
    const numbers = names.map((name) => name.slice(0, 4))

    assert.deepEqual(
      names.filter((name) => !/^\d{4}-[a-z]+(-[a-z]+)*$/.test(name)),
      [],
    )
    // Branches that are written side by side take numbers from different tens, so there may be gaps.
    assert.deepEqual(numbers, [...new Set(numbers)].sort())
  })

  it('are not changed once they are released, nor what they import', async () => {
    const released = await readReleasedHashes()

    assert.deepEqual(hashMigrations().slice(0, released.length), released)
  })

  it('make an upgraded database equal to a new one', async (t) => {
    const upgraded = await empty(t)
    const fresh = await migrateDatabase(t)
    const db = await upgraded.open()

    const applied: string[] = []
    for (const [index] of migrations.entries())
      applied.push(...(await migrate(db, { all: migrations.slice(0, index + 1) })))
    await migrate(db, { derivations })
    await db.close()

    assert.deepEqual(
      applied,
      migrations.map(({ name }) => name),
    )
    assert.deepEqual(await readStructure(upgraded.config), await readStructure(fresh.config))
  })

  it('change nothing when they run again', async (t) => {
    const { config, open } = await empty(t)
    const db = await open()
    await migrate(db, { derivations })
    const before = [await readStructure(config), await ask(config, 'select * from migrations order by name')]

    const applied = await migrate(db, { derivations })

    await db.close()
    assert.deepEqual(applied, [])
    assert.deepEqual([await readStructure(config), await ask(config, 'select * from migrations order by name')], before)
  })

  it('run once when two instances start on an empty database at the same time', async (t) => {
    const { config, open } = await empty(t)
    const instances = await Promise.all([open(), open()])

    const applied = await Promise.all(instances.map((db) => migrate(db, { derivations })))

    await Promise.all(instances.map((db) => db.close()))
    assert.deepEqual(applied.map(({ length }) => length).sort(), [0, migrations.length])
    assert.deepEqual(await readStructure(config), await readStructure((await migrateDatabase(t)).config))
  })

  it('change nothing when one of them fails', async (t) => {
    const { db, config, drop } = await createDatabase()
    t.after(drop)
    const before = await readStructure(config)
    const broken: Migration = {
      name: '9998-broken',
      up(schema) {
        schema.table('leftovers', { name: text() })
        schema.statement({
          sqlite: 'insert into nowhere values (1)',
          postgres: 'insert into nowhere values (1)',
        })
      },
    }

    await assert.rejects(migrate(db, { all: [...migrations, broken], derivations }), /nowhere/)

    assert.deepEqual(await readStructure(config), before)
    assert.deepEqual(await migrate(db, { derivations }), [])
  })

  it('that take away what the last release uses are named -contract', () => {
    const sinceTheRule = migrations.filter(({ name }) => name > '0035')
    const misnamed = sinceTheRule.filter((one) => !isContract(one.name) && findContractions(one).length > 0)

    assert.deepEqual(
      misnamed.map(({ name }) => name),
      [],
    )
    assert.ok(findContractions(wordIndexes).includes('drop table "job_post_terms"'))
  })

  it('of a newer version that only add something do not stop an older one', async (t) => {
    const { config } = await migrateDatabase(t)
    await ask(config, 'create table novelties (id integer primary key)')
    await ask(config, "insert into migrations (name, applied_at) values ('9999-novelties', '2030-01-01')")
    const before = await readStructure(config)

    const db = await openDatabase(config)
    await db.close()

    assert.deepEqual(await readStructure(config), before)
  })

  it('refuse a database of a newer version with one sentence, and change nothing', async (t) => {
    const { config } = await migrateDatabase(t)
    await ask(config, "insert into migrations (name, applied_at) values ('9999-old-names-contract', '2030-01-01')")
    const before = await readStructure(config)

    await assert.rejects(openDatabase(config), (error) => {
      assert.ok(error instanceof DatabaseError)
      assert.match(error.message, /^The database was made by a newer version [^\n]*9999-old-names-contract[^\n]*\.$/)
      return true
    })

    assert.deepEqual(await readStructure(config), before)
  })

  it('bring the totals of earlier rows along', async (t) => {
    const { config, open } = await empty(t)
    const db = await open()
    t.after(() => db.close())
    await migrate(db, { all: migrations.slice(0, 32) })
    for (const statement of earlierRows) await ask(config, statement)

    await migrate(db, { derivations })

    const system = { db } as unknown as AnyContext
    assert.deepEqual(await readTotal(system, ['job_posts.open'], [undefined, undefined, 'remote']), {
      matching: 1,
      all: 1,
    })
    assert.deepEqual(await readTotal(system, ['job_posts.open'], [undefined, undefined, 'on_site']), {
      matching: 0,
      all: 1,
    })
    assert.deepEqual(
      await readTotal(system, ['courses.published.category', 'life | science'], [undefined, undefined]),
      { matching: 1, all: 1 },
    )
  })

  if (process.env.TEST_DATABASE === 'postgres')
    it('create the same tables, columns and indexes on both engines', async (t) => {
      const postgres = await migrateDatabase(t)
      const sqlite = await empty(t, 'sqlite')
      const db = await sqlite.open()
      await migrate(db, { derivations })
      await db.close()

      const names = await Promise.all([postgres, sqlite].map(({ config }) => listNames(config)))

      assert.deepEqual(names[0], names[1])
    })
})

/** Returns the statements that an instance of the last release could stumble over while it runs. */
/**
 * Returns whether the statement takes a check away, or is part of it on SQLite, which copies the table for that and makes its
 * indexes again.
 */
function isWidening(statement: string, all: readonly string[]): boolean {
  if (/ drop constraint "\w+_check"$/.test(statement)) return true
  const pattern = /^drop table "(\w+)"$|^alter table "\w+_copy" rename to "(\w+)"$|^create unique index \S+ on "(\w+)"/
  const table = pattern.exec(statement)?.slice(1).find(Boolean)
  const isCopied = table !== undefined && all.includes(`alter table "${table}_copy" rename to "${table}"`)
  return isCopied || isUniqueForNew(statement, all)
}

/** Returns whether a unique index restricts only rows with a value in a nullable column that the migration adds, or replaces one of more rows. */
function isUniqueForNew(statement: string, all: readonly string[]): boolean {
  const [, name, table, columns = '', condition = ''] =
    /^create unique index "(\w+)" on "(\w+)" \((.*?)\)(?: where (.*))?$/.exec(statement) ?? []
  const isAdded = (column: string) =>
    all.some((one) => one.startsWith(`alter table "${table}" add column "${column}"`) && !one.includes('not null'))
  if (columns.split(', ').some((column) => isAdded(column.replaceAll('"', '')))) return true
  const [, kept = ''] = /^(\w+) is null and /.exec(condition) ?? []
  return all.includes(`drop index "${name}"`) && isAdded(kept)
}

function findContractions(migration: Migration): string[] {
  const found = (['sqlite', 'postgres'] as const).flatMap((engine) => {
    const statements = buildStatements(migration, engine)
    const isNew = (table: string) => statements.some((one) => one.startsWith(`create table "${table}"`))
    return statements.filter((one) => {
      const [, indexed] = /^create unique index \S+ on "(\w+)"/.exec(one) ?? []
      const isRequired = / add column .* not null/.test(one) && !one.includes(' default ')
      const takesAway = /\b(drop (table|column|constraint)|rename (to|column)|set not null)\b/i.test(one)
      if (isWidening(one, statements)) return false
      return takesAway || isRequired || (indexed !== undefined && !isNew(indexed))
    })
  })
  return [...new Set(found)]
}

/** A job post and a course as a version before the word indexes stored them. */
const earlierRows = [
  `insert into users (id, name, email, role, links, created_at, updated_at)
    values (1, 'Ada', 'ada@example.org', 'recruiter', '{}', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
  `insert into job_posts (id, user_id, title, description, company, location, remote, employment_type, experience_level,
    skills, salary_min, salary_max, currency, status, questions, title_key, pays, closes_at, created_at, updated_at)
    values (1, 1, 'Botanist', '', '', 'Vienna', true, 'contract', 'mid', '[]', 0, 0, 'USD', 'open', '[]', 'botanist', 0,
      '9999-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
  `insert into job_post_terms (term, item_id) values ('botanist', 1), ('@vienna', 1), ('#machine learning', 1), ('#c++', 1),
    ('#o''reilly \\ [a-z]_{2}', 1)`,
  `insert into courses (id, user_id, title, description, category, level, price, currency, sequential,
    certificate_enabled, status, title_key, created_at, updated_at)
    values (1, 1, 'Ferns', '', 'Life | Science', 'beginner', 0, 'USD', false, true, 'published', 'ferns',
      '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')`,
  `insert into course_terms (term, item_id) values ('#life | science', 1), ('ferns', 1)`,
]

async function empty(t: TestContext, engine?: string) {
  const database = await emptyDatabase(engine)
  t.after(database.drop)
  return database
}

async function migrateDatabase(t: TestContext) {
  const database = await createConfig()
  t.after(database.drop)
  return database
}
