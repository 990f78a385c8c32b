import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { getDatabasePath } from '#database/index.ts'
import { createApp, type TestApp } from '#test/support/app.ts'
import { createCompany } from '#test/support/companies.ts'
import { runSequentially } from '#test/support/concurrency.ts'
import { createCourse } from '#test/support/courses.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { project } from '#test/support/projects.ts'
import { ask } from '../contract/empty-database.ts'
import type { Instance } from './follower-simulation/program.ts'
import { compareSearches, subjects, toWord } from './follower-simulation/subjects.ts'

/** `KILLS=1000` runs longer. */
const kills = Number(process.env.KILLS ?? 20)
/** How often an instance is cut off the database, as if it were killed and started again, before its process is killed. */
const cuts = 9
/** An instance is killed at a moment of the first so many milliseconds in which it works. */
const longestLifeMs = 400
/** The profiles that the instances of each side change. */
const profilesPerSide = 6

const program = fileURLToPath(new URL('./follower-simulation/program.ts', import.meta.url))
/** The loader that lets a program read TypeScript and its imports, as the tests have it. */
const loader = process.execArgv.filter((option) => !option.startsWith('--test'))

function launch(t: TestContext, instance: Instance) {
  const child = spawn(process.execPath, [...loader, program, JSON.stringify(instance)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  let written = ''
  let errors = ''
  const { promise: works, resolve } = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text
    if (written.includes('whole\n')) resolve()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = once(child, 'close')
  return {
    child,
    ended,
    /** Resolves when it was cut off for the last time and has compared what it finds. */
    works: Promise.race([works, ended]),
    // Without the last line, which may be cut.
    listLines: () => written.split('\n').slice(0, -1),
    getErrors: () => errors,
  }
}

async function killSoon({ child, ended, works }: ReturnType<typeof launch> & { child: ChildProcess }) {
  await works
  await pause(Math.random() * longestLifeMs)
  child.kill('SIGKILL')
  await ended
}

/** Creates what the instances copy and change. */
async function createRows({ given, platform: { config } }: TestApp) {
  const [admin, author] = [await given.admin(), await given.user({ role: 'researcher' })]
  const title = 'zqx zqx 0000 000000000'
  const copied = {
    job_posts: (await createJobPost(admin, { title })).id,
    courses: (await createCourse(author, { title, status: 'published' })).id,
    projects: (await project(author, { title, visibility: 'public' })).id,
    companies: (await createCompany(author, { name: title })).id,
  }
  const profiles = await runSequentially(2 * profilesPerSide, async () => {
    const person = await given.user({ role: 'researcher' })
    const { data, text } = await person.put('/researchers/me', { headline: title, visibility: 'public' })
    assert.ok(data, text)
    return Number(data.id)
  })
  const tables = await Promise.all(
    Object.entries(copied).map(async ([table, id]) => {
      const [row] = await ask(config, `select * from ${table} where id = ${id}`)
      const columns = Object.keys(row ?? {}).filter((column) => !['id', 'title', 'name'].includes(column))
      return [table, { copied: Number(id), columns }] as const
    }),
  )
  return (side: number): Instance['rows'] => ({
    ...Object.fromEntries(tables),
    researchers: { updated: profiles.slice(side * profilesPerSide, (side + 1) * profilesPerSide) },
  })
}

type Config = TestApp['platform']['config']

/** Asserts that the feed has told each row once, its last change as well, and no change twice. */
async function assertFeed(config: Config) {
  const told = await ask(
    config,
    `select number, kind, object_id, act from changes where audience = 'public' order by number`,
  )
  const byObject = Map.groupBy(told, ({ kind, object_id }) => `${kind} ${object_id}`)
  for (const { kind, table, column } of subjects) {
    const rows = await ask(config, `select id, "${column}" as text from "${table}"`)
    for (const { id, text } of rows) {
      const changes = byObject.get(`${kind} ${id}`) ?? []
      byObject.delete(`${kind} ${id}`)
      // Others are of people who only own what is copied.
      if (!String(text).startsWith('zq')) continue
      const [, , updates, reached] = String(text).split(' ').map(Number)
      const acts = changes.map(({ act }) => String(act))
      assert.equal(acts[0], 'created', `${kind} ${id}: ${acts}`)
      assert.ok(
        acts.slice(1).every((act) => act === 'updated'),
        `${kind} ${id}: ${acts}`,
      )
      // A profile is created by more than one request.
      if (table !== 'researchers') assert.ok(acts.length <= Number(updates) + 1, `${kind} ${id}: ${acts} of ${text}`)
      assert.ok(Number(changes.at(-1)?.number) > Number(reached), `${kind} ${id}: ${acts} of ${text}`)
    }
    for (const [object, changes] of byObject)
      if (object.startsWith(`${kind} `))
        assert.match(changes.map(({ act }) => act).join(' '), /^created( updated)* deleted$/, object)
  }
  const numbers = await ask(config, 'select distinct number from changes order by number')
  assert.deepEqual(
    numbers.map(({ number }) => Number(number)),
    numbers.map((_, index) => index + 1),
  )
}

/** Asserts that the saved searches know what is published, and nothing else. */
async function assertSavedSearches(config: Config) {
  for (const table of ['job_posts', 'researchers']) {
    const items = await ask(config, `select item_id from saved_search_items where kind = '${table}' order by item_id`)
    const rows = await ask(config, `select id from ${table} order by id`)
    assert.deepEqual(
      items.map(({ item_id }) => Number(item_id)),
      rows.map(({ id }) => Number(id)),
    )
  }
}

describe('followers in instances that are killed while they write', () => {
  it(`apply each change once and skip none, after ${kills} kills`, { timeout: 60_000 + kills * 15_000 }, async (t) => {
    const app = await createApp()
    const { config } = app.platform
    const listRows = await createRows(app)
    const location =
      config.databaseUrl === null ? { path: getDatabasePath(config.dataDir) } : { url: config.databaseUrl }
    const names: string[] = []
    const lines: string[] = []
    const errors: string[] = []
    let killed = 0

    await Promise.all(
      [0, 1].map(async (side) => {
        while (names.length * (cuts + 1) < kills) {
          const name = `${side}${names.length}`
          names.push(name)
          const instance = launch(t, { location, name, rows: listRows(side), cuts })
          await killSoon(instance)
          lines.push(...instance.listLines())
          killed += 1 + instance.listLines().filter((line) => line === 'cut').length
          if (instance.getErrors() !== '') errors.push(instance.getErrors())
        }
      }),
    )
    await app.settle()

    assert.deepEqual(errors, [])
    const { context } = app.service
    assert.deepEqual(
      (await runSequentially(names.length, (place) => compareSearches(context, toWord(names[place] ?? '')))).flat(),
      [],
    )
    const created = lines.filter((line) => line.includes(' ')).length
    t.diagnostic(`${killed} kills, ${created} rows`)
    assert.ok(killed >= kills)
    assert.ok(created > kills)
    await assertFeed(config)
    await assertSavedSearches(config)
    assert.deepEqual(
      (await ask(config, 'select count(*) as rows from journal')).map(({ rows }) => Number(rows)),
      [0],
    )
    if (config.databaseUrl !== null) return
    const [checked] = await ask(config, 'pragma integrity_check')
    assert.equal(checked?.integrity_check, 'ok')
  })
})
