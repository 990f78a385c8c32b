/** Decides which test files run, on which databases: see decision 23. */

import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

export type Engine = 'sqlite' | 'postgres'

export interface TestRun {
  file: string
  database: Engine
}

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

/** Those of them that start few programs; `npm test` runs them on SQLite. */
const smokeTests = ['test/resilience/smoke', 'test/resilience/fuzz']

/** They judge the whole service, so `--changed` always runs them. */
const contractTests = ['test/contract/', 'test/language/catalogues']

/** What only those tests judge, although every module reaches it: the API description and the translations. */
const contractFiles = ['openapi.json', 'src/language/catalogues/']

/** A file that does not depend on the kind of database. */
const isIndependent = (file: string) => file.endsWith('.once.test.ts')

const startsWithAny = (file: string, beginnings: readonly string[]) =>
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
export function isUsual({ file, database }: TestRun): boolean {
  const isProgram = startsWithAny(file, programTests) && !startsWithAny(file, smokeTests)
  return !isProgram && (database === 'sqlite' || startsWithAny(file, engineTests))
}

/** Whether the file needs the browser that the files of a run share. */
export const opensBrowser = ({ file }: TestRun): boolean => readFileSync(file, 'utf8').includes('openBrowser(')

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

/**
 * Returns whether a test file is reached by what changed since the branch left `main`, or in the working tree without a
 * branch. A test reaches what it imports, and the code of its own folder, but not all features through the list of them.
 */
export function createChangeFilter(changes: readonly string[] = listChanges()): (run: TestRun) => boolean {
  const changed = changes.filter((file) => !file.endsWith('.md') && !startsWithAny(file, contractFiles))
  // What is not a module of these folders, such as package.json, may change the result of each test.
  const folders = ['src/', 'packages/', 'test/', 'clients/', 'scripts/', 'bench/', 'docs/', 'deploy/', 'examples/']
  if (!changed.every((file) => startsWithAny(file, folders))) return () => true
  const modules = globSync(['{src,packages,examples}/**/*.{ts,tsx}', 'test/**/*.ts', 'clients/**/*.ts']).filter(
    (file) => !file.includes('node_modules/'),
  )
  const reached = findDependents(new Set(changed), modules)
  return ({ file }) => reached.has(file) || startsWithAny(file, contractTests)
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

function listChanges(): string[] {
  const base = ['main', 'origin/main'].flatMap((branch) => {
    try {
      return git('merge-base', 'HEAD', branch)
    } catch {
      return []
    }
  })[0]
  return [...git('diff', '--name-only', base ?? 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
}

/** It imports every feature, so no dependency is followed through it. */
const tableOfContents = 'src/app.ts'

function findDependents(changed: ReadonlySet<string>, modules: readonly string[]): Set<string> {
  const dependencies = modules.flatMap((dependent) =>
    [...listImports(dependent), ...listTested(dependent, modules)].map((dependency) => ({ dependency, dependent })),
  )
  const dependents = Map.groupBy(dependencies, ({ dependency }) => dependency)
  dependents.delete(tableOfContents)
  const reached = new Set(changed)
  // A set also visits the elements that are added meanwhile.
  for (const file of reached) for (const { dependent } of dependents.get(file) ?? []) reached.add(dependent)
  return reached
}

const isTest = (file: string) => file.endsWith('.test.ts')

/** A test beside code tests the code of its folder; a test below test/ only what it imports. */
const listTested = (file: string, modules: readonly string[]) =>
  isTest(file) && /^(src|packages)\//.test(file)
    ? modules.filter((module) => dirname(module) === dirname(file) && !isTest(module))
    : []

function listImports(file: string): string[] {
  const paths = readFileSync(file, 'utf8').matchAll(/(?:\b(?:from|import)\s*\(?|resolve\()\s*'([.#@][^']*)'/g)
  return Array.from(paths, ([, path = '']) => {
    if (path.startsWith('@')) return findDoor(path)
    if (!path.startsWith('#')) return normalize(join(dirname(file), path))
    const isOther = path.startsWith('#test/') || path.startsWith('#bench/')
    return isOther ? path.slice(1) : `src/${path.slice(1)}`
  }).filter((path) => existsSync(path))
}

/** Returns the module behind a name such as `@research-platform/credentials/proofs`; the name itself for a package of others. */
function findDoor(name: string): string {
  const [, folder, door = '/index'] = /^@research-platform\/([^/]+)(\/.+)?$/.exec(name) ?? []
  return folder === undefined ? name : `packages/${folder}${door}.ts`
}
