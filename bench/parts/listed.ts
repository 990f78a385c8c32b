/** Judges the search of lists by texts that this project did not write, beside MiniSearch and PostgreSQL. */

import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import { Pool } from 'pg'
import { foldText } from '#core/text-normalization.ts'
import { getDatabasePath } from '#database/index.ts'
import { startPostgres } from '#test/support/postgres-server.ts'
import { createTextQueries, isHeldOut, type PackageText, readPackages } from '../outside/packages.ts'
import type { Search } from '../outside/peers.ts'
import { calculateNdcg } from '../outside/queries.ts'
import { createFolder, getToken, prepareData } from '../support/data.ts'
import { formatWhole, printTable } from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

export const listed: Part = {
  name: 'listed',
  about: "relevance of lists for Debian's packages, beside two peers; needs --data FOLDER with Packages",
  async run(options) {
    if (options.data === null) throw new Error('Name the folder with the file Packages: --data FOLDER')
    const texts = readPackages(options.data)
    const queries = createTextQueries(texts).filter((query) => isHeldOut(query) === options.heldOut)
    const dataDir = createFolder(options.folder, 'listed')
    await prepareData(dataDir, { users: 1, notifications: 1, owners: 1 })
    const db = new DatabaseSync(getDatabasePath(dataDir))
    db.exec("update users set role = 'admin'")
    addCourses(db, texts)
    db.close()
    const [server, postgres] = await Promise.all([startService({ dataDir }), startPostgres()])
    const peer = await createPostgresSearch(postgres.url, texts)
    try {
      await waitForIndex(server)
      const searches = [createMiniSearch(texts), peer.search, createService(server)]
      const half = options.heldOut ? 'the half that is kept for the end' : 'the half to tune on'
      await judge(`nDCG@10 among ${formatWhole(texts.length)} texts, ${half}`, { queries, searches, options })
    } finally {
      await peer.close()
      await Promise.all([server.stop(), postgres.stop()])
    }
  },
}

function addCourses(db: DatabaseSync, texts: readonly PackageText[]) {
  const now = new Date().toISOString()
  const add = db.prepare(
    `insert into courses (id, user_id, title, description, category, category_key, level, price, currency, sequential,
       certificate_enabled, status, created_at, updated_at, title_key)
     values (?, 1, ?, ?, ?, ?, 'beginner', 0, 'USD', 0, 1, 'published', ?, ?, ?)`,
  )
  db.exec('begin')
  for (const [index, { title, description, category }] of texts.entries())
    add.run(index + 1, title, description, category, category, now, now, foldText(title))
  db.exec(
    "update followers set format = 0, built = 0 where name = 'search_courses'; update search_lists set format = 0, position = 0 where name = 'courses'; commit",
  )
}

const patienceMs = 120_000

/** Waits until the service has built the index, which it does in the background. */
async function waitForIndex(server: Server) {
  for (const end = Date.now() + patienceMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 500)))
    if ((await list(server, 'zzyzx')).meta.search !== undefined) return
  throw new Error('The index was not built in time.')
}

interface Judged {
  queries: ReturnType<typeof createTextQueries>
  searches: readonly Search[]
  options: Options
}

async function judge(title: string, { queries, searches, options }: Judged) {
  const rows: { name: string; count: number; scores: number[] }[] = []
  for (const [name, some] of Map.groupBy(queries, (query) => query.class)) {
    const sums = searches.map(() => 0)
    for (const { query, grades } of some) {
      const scores: number[] = []
      for (const search of searches) scores.push(calculateNdcg(await search(query), grades))
      for (const [index, score] of scores.entries()) sums[index] = (sums[index] ?? 0) + score
      if (options.verbose && (scores.at(-1) ?? 0) < Math.max(...scores) - 0.2)
        console.log(name, JSON.stringify(query), scores.map((score) => score.toFixed(2)).join(' '))
    }
    rows.push({ name, count: some.length, scores: sums.map((sum) => sum / some.length) })
  }
  const means = searches.map(
    (_, index) => rows.reduce((sum, { scores }) => sum + (scores[index] ?? 0), 0) / rows.length,
  )
  printTable(
    title,
    ['', 'queries', 'MiniSearch', 'PostgreSQL', 'service'],
    [
      ...rows.map(({ name, count, scores }) => [name, String(count), ...scores.map((score) => score.toFixed(2))]),
      ['mean of the classes', '', ...means.map((mean) => mean.toFixed(2))],
    ],
  )
}

const most = 10

function createMiniSearch(texts: readonly PackageText[]): Search {
  const index = new MiniSearch<{ id: number; title: string; category: string; description: string }>({
    fields: ['title', 'category', 'description'],
    processTerm: foldText,
    searchOptions: { boost: { title: 2 }, fuzzy: 0.2, prefix: (_, place, terms) => place === terms.length - 1 },
  })
  index.addAll(texts.map(({ title, category, description }, id) => ({ id, title, category, description })))
  return async (query) => {
    const strict = index.search(query, { combineWith: 'AND' })
    const found = strict.length > 0 ? strict : index.search(query)
    return found.slice(0, most).map(({ id }) => Number(id))
  }
}

/** Full text search in English with weights; when no text has all words, any of them. */
async function createPostgresSearch(url: string, texts: readonly PackageText[]) {
  const pool = new Pool({ connectionString: url })
  await pool.query('create table texts (id int primary key, document tsvector)')
  for (const [id, { title, category, description }] of texts.entries())
    await pool.query(
      `insert into texts values ($1, setweight(to_tsvector('english', $2), 'A')
         || setweight(to_tsvector('english', $3), 'B') || setweight(to_tsvector('english', $4), 'C'))`,
      [id, title, category, description],
    )
  await pool.query('create index on texts using gin (document)')
  const words = "websearch_to_tsquery('english', $1)"
  const find = async (asked: string, query: string) => {
    const { rows } = await pool.query<{ id: number }>(
      `select id from texts, (select ${asked} as query) asked where document @@ query
       order by ts_rank_cd(document, query, 1) desc, id limit ${most}`,
      [query],
    )
    return rows.map(({ id }) => id)
  }
  const search: Search = async (query) => {
    const found = await find(words, foldText(query))
    return found.length > 0 ? found : find(`replace(${words}::text, '&', '|')::tsquery`, foldText(query))
  }
  return { search, close: () => pool.end() }
}

interface Answer {
  data: { id: number }[]
  meta: { search?: object }
}

async function list({ url }: Server, search: string): Promise<Answer> {
  const asked = new URLSearchParams({ search, limit: String(most) })
  const response = await fetch(`${url}/courses?${asked}`, { headers: { authorization: `Bearer ${getToken(1)}` } })
  if (!response.ok) throw new Error(`The service answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

const createService =
  (server: Server): Search =>
  async (query) =>
    (await list(server, query)).data.map(({ id }) => id - 1)
