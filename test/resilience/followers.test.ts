import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getDatabasePath } from '#database/index.ts'
import { createApp } from '#test/support/app.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { ask } from '../contract/empty-database.ts'
import type { Instance } from './followers-program.ts'

/** `KILLS=1000` runs longer. */
const kills = Number(process.env.KILLS ?? 20)
/** An instance is killed at a moment of the first so many milliseconds in which it works. */
const longestLifeMs = 400

const program = fileURLToPath(new URL('./followers-program.ts', import.meta.url))
/** The loader that lets a program read TypeScript and its imports, as the tests have it. */
const loader = process.execArgv.filter((option) => !option.startsWith('--test'))

function launch(t: TestContext, instance: Instance) {
  const child = spawn(process.execPath, [...loader, program, JSON.stringify(instance)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let written = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = once(child, 'close')
  return {
    child,
    ended,
    /** Resolves when it has written something. */
    works: () => Promise.race([once(child.stdout, 'data'), ended]),
    // Without the last line, which may be cut.
    listAcknowledged: () => written.split('\n').slice(0, -1),
    getErrors: () => errors,
  }
}

async function killSoon({ child, ended, works }: ReturnType<typeof launch> & { child: ChildProcess }) {
  await works()
  await pause(Math.random() * longestLifeMs)
  child.kill('SIGKILL')
  await ended
}

describe('followers in instances that are killed while they write', () => {
  it(`tell each change once and skip none, after ${kills} kills`, { timeout: 30_000 + kills * 15_000 }, async (t) => {
    const app = await createApp()
    const recruiter = await app.given.admin()
    const post = await createJobPost(recruiter, { title: 'A botanist' })
    const { config } = app.platform
    const [row] = await ask(config, 'select * from job_posts')
    const columns = Object.keys(row ?? {}).filter((column) => column !== 'id' && column !== 'title')
    const location =
      config.databaseUrl === null ? { path: getDatabasePath(config.dataDir) } : { url: config.databaseUrl }
    const acknowledged: string[] = []
    let number = 0
    const errors: string[] = []

    await Promise.all(
      [0, 1].map(async (side) => {
        while (number < kills) {
          const instance = launch(t, { location, post: post.id, columns, name: `${side} ${number++}` })
          await killSoon(instance)
          acknowledged.push(...instance.listAcknowledged())
          if (instance.getErrors() !== '') errors.push(instance.getErrors())
        }
      }),
    )
    await app.settle()

    assert.deepEqual(errors, [])
    const posts = await ask(config, 'select id, title from job_posts order by id')
    const titles = posts.map(({ title }) => title)
    t.diagnostic(`${number} kills, ${acknowledged.length} acknowledged, ${posts.length} posts`)
    assert.ok(acknowledged.length > kills)
    assert.deepEqual(new Set(acknowledged).difference(new Set(titles)), new Set())
    const told = await ask(
      config,
      `select object_id, act, number from changes where kind = 'job_post' and audience = 'public' order by number`,
    )
    assert.deepEqual(
      told.map(({ object_id, act }) => `${act} ${object_id}`).toSorted(),
      posts.map(({ id }) => `created ${id}`).toSorted(),
    )
    const numbers = told.map((change) => Number(change.number))
    assert.deepEqual(
      numbers,
      [...new Set(numbers)].toSorted((a, b) => a - b),
    )
    const items = await ask(config, `select item_id from saved_search_items where kind = 'job_posts' order by item_id`)
    assert.deepEqual(
      items.map(({ item_id }) => String(item_id)),
      posts.map(({ id }) => String(id)),
    )
    assert.deepEqual(
      (await ask(config, 'select count(*) as rows from journal')).map(({ rows }) => Number(rows)),
      [0],
    )
    if (config.databaseUrl !== null) return
    const [checked] = await ask(config, 'pragma integrity_check')
    assert.equal(checked?.integrity_check, 'ok')
  })
})
