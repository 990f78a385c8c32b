/**
 * Compares new job posts with many saved searches, and is killed on the way: `npm run node -- bench/saved-searches.ts`, with the numbers of
 * searches and of posts after it if they are not 100,000 and 1,000. Then every pair is compared once more, one by one: each match is there once.
 */

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isMatch } from '@research-platform/search-engine/query'
import { createSystemContext, runInTransaction } from '#context.ts'
import { systemClock } from '#core/time.ts'
import { getDatabasePath, openDatabase } from '#database/index.ts'
import { jobPostIndex } from '#features/jobs/index.ts'
import { getStandingQuery } from '#features/saved-searches/compiled.ts'
import { matchSavedSearches } from '#features/saved-searches/matching.ts'
import { savedSearches } from '#features/saved-searches/queries.ts'
import { saveTerms } from '#features/saved-searches/service.ts'
import { createBackground } from '#test/support/background.ts'
import { prepareData } from './support/data.ts'

const [searches = 100_000, posts = 1_000] = process.argv.slice(2).map(Number)
/** The time of the first run, after which its process is killed. */
const killedAfterMs = 5_000
/** Words in a post. */
const mostWords = 120
const vocabulary = 20_000

const createContext = async (dataDir: string) => {
  const config = { databaseUrl: null, dataDir }
  const db = await openDatabase(config)
  const ends = { after: () => undefined }
  const background = createBackground(ends, { db, config, drop: async () => undefined }, systemClock)
  return createSystemContext(background.platform(() => undefined))
}

/** The same numbers in each run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}
const random = createRandom(7)

/** The word of a rank, in letters. */
const toWord = (rank: number) =>
  `zq${Math.floor(rank)
    .toString(26)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`
const repeat = (count: number, write: () => string) => Array.from({ length: count }, write).join(' ')
/** Frequent words come much more often, as in a language (Zipf). */
const writeWords = (count: number) => repeat(count, () => toWord(vocabulary ** random()))
/** People look for rarer words than they write. */
const writeQuery = (count: number) => repeat(count, () => toWord(vocabulary * random() ** 3))

const filters = [{}, {}, {}, { remote: true }, { employment_type: 'full_time' }, { min_salary: 500 }] as const

async function fill(dataDir: string) {
  await prepareData(dataDir, { users: 5_000, notifications: 1, owners: 1 })
  const ctx = await createContext(dataDir)
  for (let from = 0; from < searches; from += 1_000)
    await runInTransaction(ctx, async (tx) => {
      const now = tx.clock.now()
      for (let number = from; number < Math.min(from + 1_000, searches); number++) {
        const search = {
          kind: 'job_posts',
          query: writeQuery(1 + (number % 3)),
          filters: filters[number % filters.length] ?? {},
          frequency: 'daily',
        } as const
        const { id } = await savedSearches.add.one(tx, { ...search, user_id: 2 + (number % 4_999), now })
        await saveTerms(tx, { id, ...search })
      }
    })
  await ctx.db.close()
  const db = new DatabaseSync(getDatabasePath(dataDir))
  const insert =
    db.prepare(`insert into job_posts (user_id, title, description, company, location, remote, employment_type,
    experience_level, skills, salary_min, salary_max, currency, status, questions, title_key, pays, closes_at, created_at, updated_at)
    values (1, ?, ?, 'Kew', 'Vienna', ?, 'full_time', 'mid', '[]', 0, ?, 'USD', 'open', '[]', '', ?, '9999-12-31T23:59:59.999Z', ?, ?)`)
  db.exec('begin')
  const now = systemClock.now()
  for (let number = 0; number < posts; number++)
    insert.run(writeWords(5), writeWords(mostWords), number % 2, number, number, now, now)
  db.exec('commit')
  db.close()
}

async function match(dataDir: string) {
  const ctx = await createContext(dataDir)
  await matchSavedSearches.handle(ctx, {})
  await ctx.db.close()
}

/** Compares every pair of a search without filters and a post. */
async function count(dataDir: string) {
  const ctx = await createContext(dataDir)
  const db = new DatabaseSync(getDatabasePath(dataDir), { readOnly: true })
  const documents = await jobPostIndex.readDocuments(
    ctx,
    Array.from({ length: posts }, (_, index) => index + 1),
  )
  const keys = [...documents.values()].map((document) => new Set(document.keys))
  let expected = 0
  for (const { query } of db.prepare(`select query from saved_searches where filters = '{}'`).all()) {
    const compiled = getStandingQuery('job_posts', String(query))
    expected += keys.filter((some) => isMatch(compiled, some)).length
  }
  const found = db
    .prepare(`select count(*) as total, (select count(*) from saved_search_matches) as matches from saved_search_matches
      join saved_searches on id = search_id where filters = '{}'`)
    .get()
  const pending = db.prepare('select count(*) as total from saved_search_items where is_pending').get()
  await ctx.db.close()
  return { expected, found: Number(found?.total), matches: Number(found?.matches), pending: Number(pending?.total) }
}

if (process.send !== undefined) {
  await match(process.argv[4] ?? '')
  process.disconnect?.()
} else {
  const folder = await mkdtemp(join(tmpdir(), 'saved-searches-'))
  try {
    await fill(folder)
    const options = [String(searches), String(posts), folder]
    const first = fork(import.meta.filename, options)
    setTimeout(() => first.kill('SIGKILL'), killedAfterMs)
    await once(first, 'exit')
    const killed = await count(folder)
    const resumed = performance.now()
    const second = fork(import.meta.filename, options)
    await once(second, 'exit')
    const seconds = Math.round((performance.now() - resumed) / 100) / 10 + killedAfterMs / 1_000
    const { expected, found, matches, pending } = await count(folder)
    console.log({ searches, posts, killedWithPending: killed.pending, matches, expected, found, pending, seconds })
    assert.equal(found, expected)
    assert.equal(pending, 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
