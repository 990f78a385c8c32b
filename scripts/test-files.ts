/** Decides which test files run, on which databases: see decision 23. */

import { hash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

export type Engine = 'sqlite' | 'postgres'

export interface TestRun {
  file: string
  database: Engine
}

/** The name of a run in reports and budgets. */
export const nameRun = ({ file, database }: TestRun): string => `${file} on ${database}`

const engines: Engine[] = ['sqlite', 'postgres']

/** What they test depends on the kind of database, so `npm test` runs them on both. Beginnings of paths. */
const engineTests = [
  'src/database/',
  'src/platform/',
  'src/backup/',
  'src/http/idempotency',
  'test/contract/changes',
  'test/contract/migrations',
  'test/contract/queries',
  'test/contract/tables',
]

/** They start the service or PostgreSQL as programs, or measure it for a minute, so `npm test` leaves them to `npm run test:all`. */
const programTests = [
  'test/contract/worst-bodies',
  'test/resilience/',
  'test/simulation/',
  'test/journeys/demo',
  'test/journeys/moving-in',
  'test/journeys/starter',
  'test/journeys/tours',
]

/** One of them that starts few programs; `npm test` runs it on SQLite. */
const smokeTests = ['test/resilience/smoke']

/**
 * They simulate weeks or random use, measure how well a search finds among hundreds of people, or try a part of the service with its counterpart, as a
 * program or under load. What they find takes many cases, the single ones are in files beside them, and so `npm test` leaves them to `npm run test:all`.
 */
const longTests = [
  'clients/typescript/test/package',
  'packages/exam-formats/hostile',
  'src/adapters/identity/identity',
  'src/adapters/limited-process/process-pool',
  'src/adapters/resident-memory',
  'src/adapters/storage/',
  'src/database/pipelined-reads',
  'src/database/sqlite/checkpoints',
  'src/database/sqlite/statistics',
  'src/features/certificates/document/pdf-worker',
  'src/features/search/institutions',
  'src/features/search/relevance',
  'src/features/search/topics',
  'src/features/subscriptions/phone-renewals',
  'test/contract/feed-simulation',
  'test/contract/migrations-release',
  'test/contract/regular-expressions',
  'test/language/journey',
]

/**
 * Where pages are looked at in a browser, which takes a third of the time of all tests. `npm test` asks for the forms and words of pages over HTTP,
 * and walks through the site in a browser once.
 */
const pageTests = ['src/pages/', 'src/http/api-reference', 'src/features/certificates/examination/browser']
const walkTests = ['src/pages/site']

/**
 * They ask the same of very many cases: a sample in `npm test`, and all in `npm run test:all`, which therefore has what they ask beyond it
 * (`test/support/breadth.ts`).
 */
const sampledTests = [
  'clients/typescript/test/answers',
  'test/contract/authorization',
  'test/contract/blind.test.ts',
  'test/contract/changes',
  'test/contract/routes',
]

/** A file that does not depend on the kind of database. */
const isIndependent = (file: string) => file.endsWith('.once.test.ts')

/** Whether a path begins with one of the beginnings. */
export const startsWithAny = (file: string, beginnings: readonly string[]) =>
  beginnings.some((beginning) => file.startsWith(beginning))

/** Returns all files on all databases, except those on the second database that do not depend on it. */
export function listRuns(): TestRun[] {
  // The longest files are directly below test/ and come first, so that they do not run alone at the end.
  const files = globSync([
    'src/**/*.test.ts',
    'packages/*/**/*.test.ts',
    'test/**/*.test.ts',
    'clients/*/test/*.test.ts',
  ])
    .sort()
    .reverse()
  return engines.flatMap((database, place) =>
    files.filter((file) => place === 0 || !isIndependent(file)).map((file) => ({ file, database })),
  )
}

/** Whether `npm test` runs the file on the database. `npm run test:all` runs all. */
export const isUsual = (run: TestRun): boolean =>
  isWithinReach(run) && !startsWithAny(run.file, longTests) && !looksAtPages(run.file)

const looksAtPages = (file: string) =>
  startsWithAny(file, pageTests) &&
  !startsWithAny(file, walkTests) &&
  readFileSync(file, 'utf8').includes("'#test/support/browser.ts'")

/** Whether `npm run test:all` has more of the run than `npm test`: all of it, or the cases that are not in the sample. */
const isBeyond = (run: TestRun): boolean => !isUsual(run) || startsWithAny(run.file, sampledTests)

/** Whether `npm test -- --changed` runs the file on the database when a change reaches it: what `npm test` runs, and what takes it too long. */
function isWithinReach({ file, database }: TestRun): boolean {
  const isProgram = startsWithAny(file, programTests) && !startsWithAny(file, smokeTests)
  return !isProgram && (database === 'sqlite' || startsWithAny(file, engineTests))
}

/** Returns whether a command asks for a run. What is named on the command line runs in full, as does everything for `npm run test:all`. */
export function createCircleFilter({
  changed,
  all,
  beyond,
}: Record<'changed' | 'all' | 'beyond', unknown>): (run: TestRun) => boolean {
  if (beyond) return isBeyond
  if (all) return () => true
  return changed ? isWithinReach : isUsual
}

/** Returns whether a run belongs to a shard such as `1/4`. A run stays in its shard when other files are added. */
export function createShardFilter(shard: string): (run: TestRun) => boolean {
  const [, number, count] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(shard)?.map(Number) ?? []
  if (number === undefined || count === undefined || number > count)
    throw new Error(`--shard needs a number and a count such as 1/4, not "${shard}".`)
  return ({ file, database }) => {
    const digest = hash('sha256', `${file} ${database}`)
    return Number.parseInt(digest.slice(0, 8), 16) % count === number - 1
  }
}
