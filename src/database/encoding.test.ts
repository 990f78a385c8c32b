import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '#service/open-database.ts'
import { createDatabase } from '#test/support/database.ts'
import { openClient } from './postgres/client.ts'

/** A database of the given encoding on the server of the tests. */
async function createEncoded(encoding: string) {
  const { config, drop } = await createDatabase()
  const server = await openClient({ connectionString: config.databaseUrl ?? '' })
  const name = `${server.database}_${encoding.toLowerCase()}`
  await server.query(
    `create database ${name} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
  )
  const url = new URL(config.databaseUrl ?? '')
  url.pathname = name
  return {
    url: url.href,
    name,
    async remove() {
      await server.query(`drop database ${name} with (force)`)
      await server.end()
      await drop()
    },
  }
}

async function countTables(url: string): Promise<number> {
  const client = await openClient({ connectionString: url })
  const { rowCount } = await client.query("select from information_schema.tables where table_schema = 'public'")
  await client.end()
  return rowCount ?? 0
}

if (process.env.TEST_DATABASE === 'postgres')
  describe('the encoding of a PostgreSQL database', () => {
    for (const encoding of ['SQL_ASCII', 'LATIN1'])
      it(`is refused with one sentence if it is ${encoding}, and nothing is created`, async (t) => {
        const { url, name, remove } = await createEncoded(encoding)
        t.after(remove)

        await assert.rejects(openDatabase({ databaseUrl: url, dataDir: '' }), {
          name: 'DatabaseError',
          message: `The database ${name} of DATABASE_URL has the encoding ${encoding} and cannot store all texts; create one with "createdb --encoding=UTF8 --template=template0".`,
        })

        assert.equal(await countTables(url), 0)
      })

    it('may be UTF8 with the locale C', async (t) => {
      const { url, remove } = await createEncoded('UTF8')
      t.after(remove)

      const db = await openDatabase({ databaseUrl: url, dataDir: '' })

      await db.ping()
      await db.close()
    })
  })
