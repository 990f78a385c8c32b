/** Decides which tests a change needs: see decision 23. */

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { readSeconds } from './test-budget.ts'
import { startsWithAny, type TestRun } from './test-files.ts'

/** They judge the whole service. */
const contractTests = ['test/contract/', 'test/language/catalogues']

/** What only those tests judge, although every module reaches it: the API description and the translations. */
const contractFiles = ['openapi.json', 'src/language/catalogues/']

/** What is not a module of these folders, such as package.json, may change the result of each test. */
const folders = ['src/', 'packages/', 'test/', 'clients/', 'scripts/', 'bench/', 'docs/', 'deploy/', 'examples/']

/** Contract tests that judge each change of a feature: they read all sources, or ask its routes alone when only it has changed. */
const judges = [
  'test/contract/audit',
  'test/contract/authorization',
  'test/contract/documentation',
  'test/contract/ignored-errors',
  'test/contract/names',
  'test/contract/structure',
  'test/language/catalogues',
]

/** Contract tests that judge what some files declare, with what these contain. */
const declarations: readonly (readonly [tests: readonly string[], content: RegExp])[] = [
  [
    [
      'test/contract/api-keys',
      'test/contract/document.',
      'test/contract/list-limits',
      'test/contract/openapi',
      'test/contract/request-bounds',
      'test/contract/routes',
      'test/contract/spellings',
      'test/contract/storage',
    ],
    /from 'typebox'|#core\/schema|\boperationId:/,
  ],
  [
    ['test/contract/queries', 'test/contract/records', 'test/contract/tables'],
    /#database\/(query|list)\/|from 'kysely'|defineRecord/,
  ],
  [['test/contract/told-changes', 'test/contract/records'], /defineRecord|defineRights/],
  [['test/contract/regular-expressions'], /RegExp\(|[(=:,?]\s*\/[^/*\s]/],
]

/** Of these, the seconds of a part are about a third of all. */
const restricted = ['test/contract/audit', 'test/contract/authorization', 'test/contract/routes']

/** What the tests of a change in one feature may take in processor seconds: half a minute on two processors, with the start of the workers. */
const secondsOfFeature = 45
/** What costs more runs only where there is room for it, however near it is. */
const dearSeconds = 5
/** How near a test is to a change; the nearest run first, and those of the first two kinds always, unless they are dear. */
const nearness = ['in its folder', 'judging it', 'in its feature', 'using its feature', 'elsewhere'] as const

export interface Selection {
  runs: TestRun[]
  /** What the change reaches too, from further away. */
  left: TestRun[]
  /** The only features that changed; undefined if anything else did. */
  features: string[] | undefined
}

/**
 * Selects the runs that are reached by what changed since the branch left `main`, or in the working tree without a branch. A test reaches what
 * it imports, and the code of its own folder, but not all features through the list of them. After a change in features alone, those
 * that are further away are left to `npm test` when the nearer ones take long.
 */
export function selectChanged(runs: readonly TestRun[], changes: readonly string[] = listChanges()): Selection {
  const changed = changes.filter((file) => !file.endsWith('.md') && !startsWithAny(file, contractFiles))
  if (!changed.every((file) => startsWithAny(file, folders))) return { runs: [...runs], left: [], features: undefined }
  const graph = readGraph()
  const reached = findDependents(new Set(changed), graph)
  const features = findFeatures(changed)
  if (features === undefined) {
    const isReached = ({ file }: TestRun) => reached.has(file) || startsWithAny(file, contractTests)
    return { runs: runs.filter(isReached), left: [], features }
  }
  const users = findDependents(new Set(features.map((feature) => `test/support/${feature}.ts`)), graph)
  return selectNearest(runs, { changed, reached, users, features })
}

/** Follows from features: tests, rows of the matrix, and what `npm run generate` writes. */
const following =
  /^test\/.*\.test\.ts$|^test\/contract\/(authorization\/|queries\.sql\.snapshot)|^docs\/import\/|^clients\/typescript\/src\/contract\.ts$|^src\/http\/agents\/tools\.json$/

/** Returns the features that changed, or undefined if something else did, besides what follows from them. */
function findFeatures(changed: readonly string[]): string[] | undefined {
  const names = changed
    .filter((file) => !following.test(file))
    .map((file) => /^src\/features\/([^/]+)\//.exec(file)?.[1])
  const features = new Set(names.filter((name) => name !== undefined))
  return features.size === 0 || names.includes(undefined) ? undefined : [...features].sort()
}

interface Change {
  changed: readonly string[]
  /** What imports it, with the number of steps between. */
  reached: ReadonlyMap<string, number>
  /** What uses the support of its tests. */
  users: ReadonlyMap<string, number>
  features: readonly string[]
}

function selectNearest(runs: readonly TestRun[], change: Change): Selection {
  const near = runs
    .flatMap((run) => {
      const kind = findNearness(run.file, change)
      if (kind === undefined) return []
      const steps = change.reached.get(run.file) ?? change.users.get(run.file) ?? 0
      const isRestricted = startsWithAny(run.file, restricted)
      const cost = readSeconds(run) / (isRestricted ? 3 : 1)
      const place = nearness.indexOf(kind)
      return [{ run, place, steps, cost, isSure: place < 2 && (isRestricted || cost < dearSeconds) }]
    })
    .sort((one, other) => one.place - other.place || one.steps - other.steps || one.cost - other.cost)
  const limit = secondsOfFeature * change.features.length
  let seconds = 0
  const [chosen, left]: [TestRun[], TestRun[]] = [[], []]
  for (const { run, isSure, cost } of near) {
    const isChosen = isSure || seconds + cost <= limit
    if (isChosen) seconds += cost
    const list = isChosen ? chosen : left
    list.push(run)
  }
  return { runs: runs.filter((run) => chosen.includes(run)), left, features: [...change.features] }
}

function findNearness(
  file: string,
  { changed, reached, users, features }: Change,
): (typeof nearness)[number] | undefined {
  if (changed.some((each) => each === file || (file.startsWith('src/') && dirname(each) === dirname(file))))
    return 'in its folder'
  const declares = (content: RegExp) =>
    changed.some((each) => !existsSync(each) || content.test(readFileSync(each, 'utf8')))
  const isJudge =
    startsWithAny(file, judges) ||
    declarations.some(([tests, content]) => startsWithAny(file, tests) && declares(content))
  if (isJudge) return 'judging it'
  if (!reached.has(file) && !users.has(file)) return undefined
  if (features.some((feature) => file.startsWith(`src/features/${feature}/`))) return 'in its feature'
  return !reached.has(file) || startsWithAny(file, contractTests) ? 'using its feature' : 'elsewhere'
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

/** Returns what depends on each module. */
function readGraph(): Map<string, string[]> {
  const modules = globSync(['{src,packages,examples}/**/*.{ts,tsx}', 'test/**/*.ts', 'clients/**/*.ts']).filter(
    (file) => !file.includes('node_modules/'),
  )
  const graph = new Map<string, string[]>()
  for (const dependent of modules)
    for (const dependency of [...listImports(dependent), ...listTested(dependent, modules)]) {
      const dependents = graph.get(dependency) ?? []
      dependents.push(dependent)
      graph.set(dependency, dependents)
    }
  graph.delete(tableOfContents)
  return graph
}

/** Returns what depends on the files, also through others, and through how many. */
function findDependents(
  changed: ReadonlySet<string>,
  graph: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const reached = new Map([...changed].map((file) => [file, 0]))
  // A map also visits the entries that are added meanwhile, in their order, so the first way to a file is the shortest.
  for (const [file, steps] of reached)
    for (const dependent of graph.get(file) ?? []) if (!reached.has(dependent)) reached.set(dependent, steps + 1)
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
