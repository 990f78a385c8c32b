import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { DatabaseError } from '#database/database.ts'
import { migrate } from '#database/migrate.ts'
import { migrations } from '#database/migrations/index.ts'
import { id, isContract, type Migration, text } from '#database/migrations/schema.ts'
import { buildStatements } from '#database/migrations/steps.ts'
import { runRaw, selectRaw } from '#database/raw-statement.ts'
import { derivations, openDatabase } from '#service/open-database.ts'
import { createConfig, createDatabase } from '../support/database.ts'
import { findContractions } from './contractions.ts'
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

    assert.deepEqual((await hashMigrations()).slice(0, released.length), released)
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

  it('can read the database before they decide what to do', async (t) => {
    const { config, open } = await empty(t)
    const db = await open()
    t.after(() => db.close())
    const lend: Migration = {
      name: '0002-lend',
      up: (schema) =>
        schema.step({
          text: 'lend each copy under its number',
          async run(tx) {
            for (const { id } of await selectRaw<{ id: number }>(tx, 'select id from copies order by id'))
              await runRaw(tx, `insert into loans (copy) values ('no. ${id}')`)
          },
        }),
    }
    const create: Migration = {
      name: '0001-create',
      up(schema) {
        schema.table('copies', { id: id() })
        schema.table('loans', { copy: text() })
        for (let copies = 0; copies < 2; copies++) schema.statement('insert into copies default values')
      },
    }

    await migrate(db, { all: [create, lend] })

    const loans = await ask(config, 'select copy from loans order by copy')
    assert.deepEqual(
      loans.map(({ copy }) => copy),
      ['no. 1', 'no. 2'],
    )
  })

  it('that take away what the last release uses are named -contract', async () => {
    const find = async (migration: Migration) => {
      const statements = await Promise.all(
        (['sqlite', 'postgres'] as const).map((engine) => buildStatements(migration, engine)),
      )
      return statements.flatMap(findContractions)
    }
    const found = await Promise.all(migrations.map(find))
    const misnamed = migrations.filter(({ name }, index) => !isContract(name) && found[index]?.length !== 0)
    const dropping: Migration = { name: '9998-dropping', up: (schema) => schema.statement('drop table "users"') }

    assert.deepEqual(
      misnamed.map(({ name }) => name),
      [],
    )
    assert.deepEqual(await find(dropping), ['drop table "users"', 'drop table "users"'])
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
