/**
 * Compares new job posts with many saved searches, and is killed on the way: `npm run node -- bench/saved-searches.ts`, with the numbers of
 * searches and of posts after it if they are not 100,000 and 1,000, and `postgres` at the end for a PostgreSQL that syncs each commit. Then every
 * pair is compared once more, one by one: each match is there once, and nothing else is.
 */

import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { isMatch } from '@research-platform/search-engine/query'
import { type Context, createSystemContext, runInTransaction } from '#context.ts'
import { systemClock } from '#core/time.ts'
import { getDatabasePath } from '#database/index.ts'
import { prepare } from '#database/query/prepare.ts'
import { getSource, type Item } from '#features/saved-searches/items.ts'
import { matchSavedSearches } from '#features/saved-searches/matching.ts'
import { savedSearches } from '#features/saved-searches/queries.ts'
import { getStandingQuery } from '#features/saved-searches/query-cache.ts'
import { saveTerms } from '#features/saved-searches/service.ts'
import { openDatabase } from '#service/open-database.ts'
import { createBackground } from '#test/support/background.ts'
import { prepareData } from './support/data.ts'
import { startFilledPostgres } from './support/postgres.ts'

const options = process.argv.slice(2)
const [searches = 100_000, posts = 1_000] = options.map(Number).filter((number) => number > 0)
const isPostgres = options.includes('postgres')
/** The process of the first run is killed when it has compared this share of the posts. */
const killedAfter = 0.2
/** Words in a post. */
const maxWords = 120
const vocabulary = 20_000

/** Where the data is: files are in the folder on both databases. */
interface Place {
  dataDir: string
  databaseUrl: string | null
}

async function createContext(config: Place): Promise<Context> {
  const db = await openDatabase(config)
  const ends = { after: () => undefined }
  const background = createBackground(ends, { db, config, drop: async () => undefined }, systemClock)
  return createSystemContext(background.platform(() => undefined))
}

async function useContext<T>(place: Place, work: (ctx: Context) => Promise<T>): Promise<T> {
  const ctx = await createContext(place)
  return work(ctx).finally(() => ctx.db.close())
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
  const ctx = await createContext({ dataDir, databaseUrl: null })
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
    insert.run(writeWords(5), writeWords(maxWords), number % 2, number, number, now, now)
  db.exec('commit')
  db.close()
}

const stored = {
  searches: prepare((q) => q.selectFrom('saved_searches').select(['id', 'user_id', 'query', 'filters']).orderBy('id')),
  matches: prepare((q) =>
    q.selectFrom('saved_search_matches').select(['search_id', 'item_id']).orderBy('search_id').orderBy('item_id'),
  ),
  pending: prepare((q) => q.selectFrom('saved_search_items').select('item_id').where('is_pending', '=', true)),
}

const countPending = async (ctx: Context) => (await stored.pending.all(ctx, {})).length

/** Returns the posts that each of the filters lets through. */
async function filterItems(ctx: Context, items: readonly Item[]): Promise<Map<string, Set<number>>> {
  const { filter } = getSource('job_posts')
  const found = new Map<string, Set<number>>()
  for (const some of filters) found.set(JSON.stringify(some), new Set(await filter(ctx, items, some)))
  return found
}

/** Compares every search with every post, and what is expected with what is stored. */
async function compare(ctx: Context) {
  const pairOf = (search: number, item: number) => search * (posts + 1) + item
  const found = new Set<number>()
  let matches = 0
  for (const { search_id, item_id } of await stored.matches.all(ctx, {})) {
    found.add(pairOf(search_id, item_id))
    matches++
  }
  const ids = Array.from({ length: posts }, (_, index) => index + 1)
  const items = await getSource('job_posts').read(ctx, ids)
  assert.equal(items.length, posts)
  const passing = await filterItems(ctx, items)
  let [expected, missing] = [0, 0]
  for (const { id, user_id, query, filters: given } of await stored.searches.all(ctx, {})) {
    const compiled = getStandingQuery('job_posts', query)
    const passed = passing.get(JSON.stringify(given))
    assert.ok(passed, JSON.stringify(given))
    for (const item of items)
      if (item.owner !== user_id && passed.has(item.id) && isMatch(compiled, item.keys)) {
        expected++
        if (!found.delete(pairOf(id, item.id))) missing++
      }
  }
  return { matches, expected, missing, wrong: found.size, pending: await countPending(ctx) }
}

const startMatching = ({ dataDir, databaseUrl }: Place) =>
  fork(import.meta.filename, [...options, dataDir, databaseUrl ?? ''])

/** Matches in a process that is killed on the way, and returns how many posts it left. */
async function matchUntilKilled(ctx: Context, place: Place): Promise<number> {
  const child = startMatching(place)
  const ended = once(child, 'exit')
  while (child.exitCode === null && (await countPending(ctx)) > posts * (1 - killedAfter)) await pause(20)
  child.kill('SIGKILL')
  await ended
  return countPending(ctx)
}

async function measure(place: Place): Promise<void> {
  await useContext(place, async (ctx) => {
    const started = performance.now()
    const killedWithPending = await matchUntilKilled(ctx, place)
    assert.ok(killedWithPending > 0, 'The first run was finished before it was killed.')
    const [code] = await once(startMatching(place), 'exit')
    const seconds = Math.round((performance.now() - started) / 100) / 10
    assert.equal(code, 0)
    const engine = isPostgres ? 'postgres' : 'sqlite'
    console.log({ engine, searches, posts, killedWithPending, seconds })
    const result = await compare(ctx)
    console.log(result)
    assert.deepEqual([result.missing, result.wrong, result.pending, result.matches], [0, 0, 0, result.expected])
  })
}

async function measureOnPostgres(dataDir: string): Promise<void> {
  const server = await startFilledPostgres(dataDir)
  await measure({ dataDir, databaseUrl: server.url }).finally(() => server.stop())
}

if (process.send === undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'saved-searches-'))
  try {
    await fill(folder)
    if (isPostgres) await measureOnPostgres(folder)
    else await measure({ dataDir: folder, databaseUrl: null })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
} else {
  const [dataDir = '', databaseUrl = ''] = options.slice(-2)
  const place = { dataDir, databaseUrl: databaseUrl === '' ? null : databaseUrl }
  await useContext(place, (ctx) => matchSavedSearches.handle(ctx, {}))
  process.disconnect?.()
}
