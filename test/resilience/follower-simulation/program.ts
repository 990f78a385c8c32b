/**
 * An instance that writes texts and runs the followers. It is cut off its database some times, begins again, and goes on until it is killed. It
 * prints each text once its commit is acknowledged, `cut` after each cut, and in standard error what a search finds wrongly.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { systemClock } from '#core/time.ts'
import type { Database } from '#database/database.ts'
import { openPostgres } from '#database/postgres/engine.ts'
import { openSqlite } from '#database/sqlite/engine.ts'
import { recordChangeNumbers } from '#features/changes/follower.ts'
import { feedFollower } from '#features/changes/follower-module.ts'
import { companyFollower } from '#features/companies/search.ts'
import { courseFollower } from '#features/courses/search.ts'
import { jobPostFollower } from '#features/jobs/posts/search.ts'
import { projectFollower } from '#features/projects/search.ts'
import { savedSearchFollower } from '#features/saved-searches/follower-module.ts'
import { profileFollower } from '#features/search-index/profile-follower-module.ts'
import { type FollowerModule, loadFollowers } from '#platform/followers/follower.ts'
import { runPass } from '#platform/followers/pass.ts'
import { startFollowers } from '#platform/followers/runtime.ts'
import { cutAfter, isCut, renew } from './cuts.ts'
import { compareSearches, createStatement, type Subject, states, subjects, toWord } from './subjects.ts'

export interface Instance {
  location: { path: string } | { url: string }
  /** The word that all of its texts begin with, as digits. */
  name: string
  /** The row of each table that is copied, and the ids of those that are only updated. */
  rows: Record<string, { copied: number; columns: readonly string[] } | { updated: readonly number[] }>
  cuts: number
}

/** An instance is cut after at most so many statements. */
const maxStatements = 400
/** Rows that a writer leaves of each table. */
const maxRows = 8
const writers = [0, 1, 2]

const { location, name, rows, cuts } = JSON.parse(process.argv[2] ?? '') as Instance
const engine = 'url' in location ? 'postgres' : 'sqlite'
const word = toWord(name)
const modules: FollowerModule[] = [
  feedFollower,
  savedSearchFollower,
  profileFollower,
  jobPostFollower,
  courseFollower,
  projectFollower,
  companyFollower,
]

const open = (): Promise<Database> | Database =>
  'url' in location ? openPostgres(location.url, { connections: 4 }) : openSqlite(location.path)

function report(error: unknown) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
}

const log = { info: () => undefined, warn: () => undefined, error: report }
// Followers need no more of the service.
const createContext = (db: Database) => ({ db, clock: systemClock, log, wake: () => undefined }) as unknown as Context

/** The number that the feed has reached, which a later change of the row exceeds. */
const reached = '(select substr(cast(1000000000 + last as text), 2) from change_numbers where id = 1)'

const createWrites = ({ table, column }: Subject) => {
  const row = rows[table]
  const count = `substr(cast(10001 + cast(substr("${column}", length("${column}") - 13, 4) as integer) as text), 2)`
  const columns = row !== undefined && 'columns' in row ? row.columns.map((one) => `"${one}"`).join(', ') : null
  return {
    updated: row !== undefined && 'updated' in row ? row.updated : null,
    add:
      columns !== null && row !== undefined && 'copied' in row
        ? createStatement(
            engine,
            `insert into "${table}" ("${column}", ${columns})
              select :text || ' 0000 ' || ${reached}, ${columns} from "${table}" where id = ${row.copied} returning id`,
          )
        : null,
    update: createStatement(
      engine,
      `update "${table}" set "${column}" = :text || ' ' || ${count} || ' ' || ${reached} where id = :id`,
    ),
    remove: createStatement(engine, `delete from "${table}" where id = :id`),
  }
}

const writes = subjects.map(createWrites)
/** The rows of each writer, of which it knows that they were committed. */
const owned = writers.map((writer) =>
  writes.map(({ updated }) => updated?.filter((_, index) => index % writers.length === writer).slice() ?? []),
)
const choose = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

/** Changes a row of a table, and creates or deletes another one. */
async function writeOnce(db: Database, writer: number, turn: number) {
  const place = turn % subjects.length
  const write = writes[place]
  const ids = owned[writer]?.[place]
  if (write === undefined || ids === undefined) return
  const state = choose(states)
  const changed = choose(ids)
  const removed = write.add !== null && ids.length > maxRows ? ids.shift() : undefined
  const { add } = write
  const created = await db.transaction(async (tx) => {
    if (changed !== undefined) await tx.run(write.update, { id: changed, text: `${word} ${state}` })
    if (removed !== undefined) await tx.run(write.remove, { id: removed })
    const rows = add === null ? [] : await tx.all<{ id: number }>(add, { text: `${word} ${state}` })
    return rows.map(({ id }) => Number(id))
  })
  ids.push(...created)
  if (created.length > 0) process.stdout.write(`${subjects[place]?.table} ${created.join()}\n`)
}

async function write(db: Database, writer: number) {
  const ctx = createContext(db)
  for (let turn = writer; !isCut(); turn++) {
    await writeOnce(db, writer, turn)
    if (turn % 8 === 7) await recordChangeNumbers(ctx)
  }
}

async function follow(db: Database) {
  const followers = await loadFollowers(modules.map(({ url }) => url.href))
  while (!isCut()) {
    const { failures } = await runPass(createContext(db), followers, { paused: new Set(), maxMs: 50 })
    for (const { error } of failures) if (!isCut()) throw new Error(error)
    await pause(1)
  }
}

/** In one view of the database: the server may end what was sent to it before a cut while this compares. */
async function compare(db: Database) {
  const differences = await db.readSnapshot((snapshot) => compareSearches({ db: snapshot }, word))
  for (const difference of differences) report(difference)
}

/** Works until the connections are cut. */
async function runUntilCut() {
  renew()
  const db = await open()
  await compare(db)
  const { promise, resolve } = Promise.withResolvers<void>()
  cutAfter(Math.floor(Math.random() * maxStatements), () => {
    void db.close().catch(() => undefined)
    resolve()
  })
  const ignore = (error: unknown) => {
    if (!isCut()) report(error)
  }
  const work = [follow(db), ...writers.map((writer) => write(db, writer))].map((one) => one.catch(ignore))
  await promise
  await Promise.race([Promise.all(work), pause(1_000)])
  process.stdout.write('cut\n')
}

for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    if (!isCut()) report(error)
  })

// Otherwise it would go on after the test was ended.
process.stdout.on('error', () => process.exit(1))
for (let cut = 0; cut < cuts; cut++) await runUntilCut()
renew()
const db = await open()
await compare(db)
process.stdout.write('whole\n')
startFollowers(createContext(db), modules, { inThread: true, poll: 50 })
await Promise.all(writers.map((writer) => write(db, writer)))
