import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openDatabase } from '#service/open-database.ts'
import { waitUntil } from '#test/support/background.ts'
import { createDatabase } from '#test/support/database.ts'
import { openClient } from './postgres/client.ts'

const onPostgres = process.env.TEST_DATABASE === 'postgres'

/** Creates instances on one database, and the list of user ids that each was notified of. */
async function instances(test: TestContext, count: number) {
  const { db, config, drop } = await createDatabase()
  const others = await Promise.all(Array.from({ length: count - 1 }, () => openDatabase(config)))
  test.after(async () => {
    await Promise.all(others.map((one) => one.close()))
    await drop()
  })
  const all = [db, ...others].map(({ signals }) => ({ signals, heard: new Set<number>() }))
  const ends = await Promise.all(all.map(({ signals, heard }) => signals.subscribe((userId) => heard.add(userId))))
  return { all, ends, config }
}

/** Ends the connections for signals, like a restart of the server. */
async function interrupt(databaseUrl: string | null) {
  const client = await openClient({ connectionString: databaseUrl ?? '' })
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'research-platform signals'`,
  )
  await client.end()
}

describe('signals', () => {
  it('reach all listeners, thousands at once, and none that have stopped listening', async (t) => {
    const { all, ends } = await instances(t, onPostgres ? 3 : 1)
    const [first, last] = [all[0], all.at(-1)]
    const people = Array.from({ length: 5_000 }, (_, index) => 9_000_000_000_000 + index)

    for (const userId of people) first?.signals.send(userId)
    await waitUntil(() => all.every(({ heard }) => heard.size === people.length))
    ends.at(-1)?.()
    last?.signals.send(1)
    if (onPostgres) await waitUntil(() => first?.heard.has(1) ?? false)

    assert.deepEqual([...(first?.heard ?? [])].slice(0, people.length), people)
    assert.ok(!last?.heard.has(1))
  })

  if (onPostgres)
    it('are delivered again after an interruption', async (t) => {
      const { all, config } = await instances(t, 2)

      await interrupt(config.databaseUrl)

      let sent = 0
      await waitUntil(() => {
        all[0]?.signals.send(++sent)
        return all.every(({ heard }) => heard.size > 0)
      })
    })
})
