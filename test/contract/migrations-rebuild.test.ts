import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { migrate } from '#database/migrate.ts'
import { boolean, type Column, id, integer, type Migration, type Schema, text } from '#database/migrations/schema.ts'
import { runRaw } from '#database/raw-statement.ts'
import { ask, emptyDatabase, readStructure } from './empty-database.ts'

const createShelves = (
  schema: Schema,
  room: Column = text().oneOf('hall', 'cellar'),
  house: Column = integer().nullable(),
) => {
  schema.table('houses', { id: id() })
  schema.table(
    'shelves',
    { id: id(), room, label: text().default(`a, (b), "c" and ''`), house_id: house, is_full: boolean().default(false) },
    { unique: [['room', 'label']] },
  )
  schema.index('shelves', ['label'], { unique: true, where: 'house_id is not null' })
  schema.index('shelves', ['room', 'id'])
  schema.table('books', { id: id(), shelf_id: integer().references('shelves', 'cascade') })
  schema.index('books', ['shelf_id'])
  schema.statement({
    sqlite: 'create trigger shelves_full after insert on books begin update shelves set is_full = true; end',
    postgres: `create function shelves_full() returns trigger language plpgsql as
      'begin update shelves set is_full = true; return null; end'`,
  })
  schema.statement({
    sqlite: '',
    postgres: 'create trigger shelves_full after insert on books for each row execute function shelves_full()',
  })
}

const library: Migration = { name: '0001-library', up: (schema) => createShelves(schema) }

const rows = [
  'insert into houses (id) values (1)',
  "insert into shelves (room, label, house_id) values ('hall', 'x', 1), ('cellar', 'y', null), ('hall', 'z', 7)",
  'insert into books (shelf_id) values (1), (1), (2)',
  // The counter is beyond the highest id.
  'delete from shelves where id = 3',
]

async function open(t: TestContext, migration = library) {
  const { config, open, drop } = await emptyDatabase()
  const db = await open()
  t.after(async () => {
    await db.close()
    await drop()
  })
  await migrate(db, { all: [migration] })
  return {
    db,
    ask: (sql: string) => ask(config, sql),
    readStructure: () => readStructure(config),
    rebuild: (columns: Parameters<Schema['rebuild']>[1]) =>
      migrate(db, { all: [migration, { name: '0002-rebuild', up: (schema) => schema.rebuild('shelves', columns) }] }),
  }
}

const readRows = async (ask: (sql: string) => Promise<unknown[]>) => [
  await ask('select id, room, label, house_id, is_full from shelves order by id'),
  await ask('select id, shelf_id from books order by id'),
]

describe('a rebuild of a table', () => {
  it('changes a check, a default, a reference and what may be null, and keeps rows that others refer to, indexes, triggers and counters', async (t) => {
    const room = text().nullable().oneOf('hall', 'cellar', 'attic')
    const house = integer().nullable().references('houses', 'set null')
    const { ask, readStructure, rebuild } = await open(t)
    for (const row of rows) await ask(row)
    const before = await readRows(ask)
    const fresh = await open(t, { name: '0001-library', up: (schema) => createShelves(schema, room, house) })

    await rebuild({ room, house_id: house })

    assert.deepEqual(await readRows(ask), before)
    assert.deepEqual(await readStructure(), await fresh.readStructure())
    await ask("insert into shelves (room, label, house_id) values ('attic', 'w', 1), (null, 'v', null)")
    await assert.rejects(ask("insert into shelves (room, label) values ('roof', 'u')"), /check/i)
    await ask('delete from houses')
    assert.deepEqual(
      (await ask('select id, house_id from shelves where id > 2 order by id')).map((row) => ({
        ...row,
        id: Number(row.id),
      })),
      [
        { id: 4, house_id: null },
        { id: 5, house_id: null },
      ],
    )
    await ask('delete from shelves where id = 1')
    assert.deepEqual(
      (await ask('select id from books')).map((row) => Number(row.id)),
      [3],
    )
  })

  for (const [rule, columns] of [
    ['a check', { room: text().oneOf('hall') }],
    ['a value that must not be null', { house_id: integer() }],
    ['a reference', { house_id: integer().nullable().references('houses') }],
  ] as const)
    it(`fails for a row that breaks ${rule}, and leaves the database as it was`, async (t) => {
      const { db, ask, readStructure, rebuild } = await open(t)
      for (const row of rows) await ask(row)
      await ask('update shelves set house_id = 7 where id = 1')
      const before = [await readRows(ask), await readStructure(), await ask('select * from migrations')]

      await assert.rejects(rebuild(columns), /shelves/)

      assert.deepEqual([await readRows(ask), await readStructure(), await ask('select * from migrations')], before)
      // Also the connection that failed knows the former rules.
      await runRaw(db, "insert into shelves (room, label, house_id) values ('cellar', 'w', 8)")
    })

  it('refuses a column that the table does not have', async (t) => {
    const { readStructure, rebuild } = await open(t)
    const before = await readStructure()

    await assert.rejects(rebuild({ floor: integer() }), /floor/)

    assert.deepEqual(await readStructure(), before)
  })

  if (process.env.TEST_DATABASE !== 'postgres')
    it('keeps what a table is besides: strict, and without row ids', async (t) => {
      const strict: Migration = {
        name: '0001-strict',
        up: (schema) =>
          schema.statement({
            sqlite: `create table shelves ("id" integer primary key, "room" TEXT not null check ("room" in ('a', 'b'))) strict, without rowid`,
            postgres: '',
          }),
      }
      const { ask, rebuild } = await open(t, strict)
      await ask("insert into shelves values (1, 'a')")

      await assert.rejects(rebuild({ room: integer() }), /no column "room" INTEGER/)
      await rebuild({ room: text() })

      await ask("insert into shelves values (2, 'c')")
      await assert.rejects(ask("insert into shelves values (3, x'00')"), /BLOB/)
      const [table] = await ask("select strict, wr from pragma_table_list where name = 'shelves'")
      assert.deepEqual({ ...table }, { strict: 1, wr: 1 })
    })
})
