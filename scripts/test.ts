/** Runs `npm test` and `npm run test:all`: the checks, then the tests on SQLite and on PostgreSQL. */

import '#node-version.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { readCosts } from '#test/support/costs.ts'
import { hangLimitMs } from '#test/support/hang-limit.ts'
import { startPostgres } from '#test/support/postgres-server.ts'
import { listExcesses, lowerBudgets } from './test-budget.ts'
import { type Selection, selectChanged } from './test-changes.ts'
import { describeCosts, readAllCosts, readUncounted, type Whole, writeCosts } from './test-costs.ts'
import { createCircleFilter, createShardFilter, listRuns, type TestRun } from './test-files.ts'
import { type Events, filterProblems, formatSeconds, holdTotals, passAll, testWorker } from './test-report.ts'
import { startSpeedometer } from './test-speed.ts'
import type { TestWork } from './test-worker.ts'

const usage = [
  'npm test -- [--no-check] [--changed] [--database sqlite|postgres] [--test-name-pattern pattern] [part of a path ...]',
  'npm run test:all -- [--no-check] [--beyond] [--shard 1/4]',
].join('\n')
// A worker limits the time of each file. This limit ends a worker that something keeps running after its last file.
const silenceLimitMs = 2 * hangLimitMs
// Each worker loads and compiles the service for itself, which is dearer than the moments in which one waits.
const concurrency = Math.min(availableParallelism(), 8)

const preloaded = ['./src/resolve-imports.mjs', './scripts/test-tracking.ts'].flatMap((file) => ['--import', file])

// Workers share the compile cache, in this run and the next.
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')
// The tests create hundreds of databases. In memory that takes a small part of the time it takes on many disks.
const memory = '/dev/shm'
const roomy = process.env.TMPDIR === undefined && hasRoom(memory) ? memory : tmpdir()
const temporary = mkdtempSync(join(roomy, 'research-platform-tests-'))
// When root runs the tests, PostgreSQL runs as another user, who needs access to the folder.
chmodSync(temporary, 0o711)
process.once('exit', () => rmSync(temporary, { recursive: true, force: true, maxRetries: 3 }))
process.env.TMPDIR = temporary

process.chdir(join(import.meta.dirname, '..'))
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => interrupted.abort(new Error(`The tests were ended by ${signal}.`)))

await main().catch((error: unknown) => {
  process.exitCode = 1
  console.error(`\n✖ ${error instanceof Error ? error.message : String(error)}`)
})

async function main(): Promise<void> {
  const { runs, left, features, check, isHeld, isWhole, nodeOptions } = commandLine()
  if (check) await measure('Checks', runChecks)

  // A running server can be used where npm has no PostgreSQL for the platform.
  const running = process.env.TEST_POSTGRES_URL
  const needsServer = running === undefined && runs.some(({ database }) => database === 'postgres')
  const server = needsServer ? await measure('PostgreSQL', () => startPostgres()) : undefined
  const claims = mkdtempSync(join(temporary, 'claims-'))
  const totals: TestEvent[] = []
  let problem: string | undefined
  const whole: Whole = { seconds: 0, postgresSeconds: 0, runnerSeconds: 0, slowness: 1 }
  const speedometer = startSpeedometer()
  try {
    interrupted.signal.throwIfAborted()
    const counts = Object.entries(Object.groupBy(runs, ({ database }) => database))
    printHeading(
      `Tests: ${counts.map(([database, { length }]) => `${length} ${length === 1 ? 'file' : 'files'} on ${database}`).join(', ')}`,
    )
    const env = {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      TEST_POSTGRES_URL: running ?? server?.socketUrl,
      TEST_FEATURES: features?.join(),
      TEST_BREADTH: isHeld ? 'sample' : process.env.TEST_BREADTH,
    }
    problem = await runTests(runs, { claims, nodeOptions, env, totals })
    interrupted.signal.throwIfAborted()
  } finally {
    whole.slowness = speedometer.stop()
    whole.postgresSeconds = await measureChildren(() => server?.stop())
    const { worker, children } = readCosts()
    whole.runnerSeconds = worker
    whole.seconds = worker + children + readUncounted(claims)
  }
  const costs = readAllCosts(claims, runs, whole)
  writeCosts(costs, whole)
  console.log(describeCosts(costs, whole).join('\n'))
  if (left.length > 0)
    console.log(`${left.length} more files that the change reaches are left to \`npm test\` and \`npm run test:all\`.`)
  await pipeline(totals, new spec(), process.stdout, { end: false })
  const excesses = isHeld ? listExcesses(costs, whole, isWhole) : []
  const problems = problem ? [problem, ...excesses] : excesses
  if (problems.length > 0) throw new Error(problems.join('\n✖ '))
  if (isWhole) lowerBudgets(costs, whole)
}

function commandLine() {
  const { values, parts, nodeOptions } = parseCommandLine()
  const { database, changed, all, beyond, shard } = values
  const filters = [
    createCircleFilter({ changed, all: all || parts.length > 0, beyond }),
    ({ file }: TestRun) => parts.length === 0 || parts.some((part) => file.includes(part)),
    (run: TestRun) => database === undefined || run.database === database,
    ...(shard === undefined ? [] : [createShardFilter(String(shard))]),
  ]
  const candidates = listRuns().filter((run) => filters.every((isSelected) => isSelected(run)))
  const { runs, left, features }: Selection = changed
    ? selectChanged(candidates)
    : { runs: candidates, left: [], features: undefined }
  if (runs.length === 0) throw new Error(`No test file matches, so nothing was tested. Usage:\n${usage}`)
  const check = !values['no-check'] && !changed && !beyond
  // Files that are named may run their long version, and those of `test:all` have no budgets.
  const isHeld = parts.length === 0 && !all && !beyond
  const isWhole = isHeld && database === undefined && shard === undefined && !changed
  return { runs, left, features, check, isHeld, isWhole, nodeOptions }
}

/** Separates the runner's own options and parts of paths from options of Node, such as `--test-name-pattern`. */
function parseCommandLine() {
  const options = {
    database: { type: 'string' },
    'no-check': { type: 'boolean' },
    changed: { type: 'boolean' },
    all: { type: 'boolean' },
    beyond: { type: 'boolean' },
    shard: { type: 'string' },
  } as const
  // Of Node's options for tests, these take their value from the next argument.
  const withValue = {
    'test-name-pattern': { type: 'string', multiple: true },
    'test-skip-pattern': { type: 'string', multiple: true },
  } as const
  try {
    const { values, tokens } = parseArgs({
      allowPositionals: true,
      strict: false,
      tokens: true,
      options: { ...options, ...withValue },
    })
    const parts = tokens.flatMap((token) => (token.kind === 'positional' ? [normalize(token.value)] : []))
    const nodeOptions = tokens.flatMap((token) =>
      token.kind !== 'option' || token.name in options
        ? []
        : [token.value === undefined ? token.rawName : `${token.rawName}=${token.value}`],
    )
    return { values, parts, nodeOptions }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}. Usage:\n${usage}`)
  }
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory() / 2) > 3 * 1024 ** 3
  } catch {
    return false
  }
}

async function runChecks(): Promise<void> {
  const check = spawn(process.execPath, ['scripts/check.ts'], { stdio: 'inherit', signal: interrupted.signal })
  const [code] = await once(check, 'exit').catch(() => [1])
  interrupted.signal.throwIfAborted()
  if (code !== 0) throw new Error('The checks failed, so no test was run. `npm test -- --no-check` leaves them out.')
}

interface TestRunOptions {
  /** The folder in which workers claim runs. */
  claims: string
  nodeOptions: string[]
  env: NodeJS.ProcessEnv
  /** Receives the lines with the totals. */
  totals: TestEvent[]
}

/** Returns the problem as a sentence, or undefined. */
async function runTests(
  runs: TestRun[],
  { claims, nodeOptions, env, totals }: TestRunOptions,
): Promise<string | undefined> {
  const silence = new AbortController()
  const reason = new Error(`No test ended for ${silenceLimitMs / 1000} s: something keeps this file running.`)
  const timer = setTimeout(() => silence.abort(reason), silenceLimitMs)
  const signal = AbortSignal.any([interrupted.signal, silence.signal])
  let executed = 0
  let success = false

  const observe = async function* (events: Events) {
    for await (const event of events) {
      timer.refresh()
      if (event.type === 'test:summary') {
        const { file, counts } = event.data
        // The total counts a worker without tests as a test, so the counts of the workers are added instead.
        if (file) executed += counts.tests - counts.skipped
        else success = event.data.success
      }
      yield event
    }
  }
  const isOneFile = runs.every(({ file }) => file === runs[0]?.file)
  const single = nodeOptions.length > 0
  const work: TestWork = { runs, claims, patient: isOneFile, single }
  const workers = new Array<string>(single ? runs.length : Math.min(concurrency, runs.length)).fill(testWorker)
  const events = run({
    files: workers,
    execArgv: ['--disable-warning=ExperimentalWarning', ...preloaded, ...nodeOptions],
    concurrency,
    signal,
    env: { ...env, TEST_WORK: JSON.stringify(work) },
  })
  const shorten = isOneFile || single ? passAll : filterProblems
  await pipeline(events, observe, shorten, holdTotals(totals), new spec(), process.stdout, { end: false })
  clearTimeout(timer)

  if (!success) return 'Tests failed.'
  return executed === 0 ? 'No test was executed.' : undefined
}

/** Returns the processor seconds of the children of this process that end meanwhile. */
async function measureChildren(work: () => Promise<unknown> | undefined): Promise<number> {
  const { children } = readCosts()
  await work()
  return readCosts().children - children
}

async function measure<T>(what: string, work: () => Promise<T>): Promise<T> {
  printHeading(what)
  const began = performance.now()
  const result = await work()
  console.log(`done in ${formatSeconds(performance.now() - began)}`)
  return result
}

function printHeading(text: string): void {
  console.log(`\n── ${text} ──`)
}
