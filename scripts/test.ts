/** Runs `npm test`: the checks, then the tests on SQLite and on PostgreSQL. */

import '#node-version.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { hangLimitMs } from '../test/support/hang-limit.ts'
import { startPostgres } from '../test/support/postgres-server.ts'
import type { Engine, TestRun, TestWork } from './test-worker.ts'

type Events = AsyncIterable<TestEvent>
type TestStart = Extract<TestEvent, { type: 'test:start' }>
type TestComplete = Extract<TestEvent, { type: 'test:complete' }>

const usage = "npm test -- [--no-check] [--database sqlite|postgres] [part of a test file's path ...]"
const engines: Engine[] = ['sqlite', 'postgres']
/** Both runs together need these once: the kind of database has no part in what they prove. */
const neededOnce = [
  'clients/',
  'src/adapters/',
  'src/core/',
  'src/database/sqlite/',
  'src/features/certificates/document/',
  'src/features/sandbox-identity/',
  'src/features/search/relevance',
  'src/features/search-index/',
  'src/http/forms',
  'src/http/multipart',
  'src/http/serialization',
  'src/http/stopping',
  'src/pages/',
  'test/contract/document',
  'test/contract/launch',
  'test/contract/openapi',
  'test/contract/operations',
  'test/contract/routes',
]
const worker = join(import.meta.dirname, 'test-worker.ts')
// A worker limits the time of each file. This limit ends a worker that something keeps running after its last file.
const silenceLimitMs = 2 * hangLimitMs
// Tests mostly wait for their database, so one more worker than processors keeps the processors busy.
const concurrency = Math.min(availableParallelism() + 1, 8)

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
  const { databases, files, check } = commandLine()
  if (check) await timed('Checks', runChecks)
  const runs = databases.flatMap((database, place) =>
    files.filter((file) => place === 0 || !isNeededOnce(file)).map((file) => ({ file, database })),
  )

  // A running server can be used where npm has no PostgreSQL for the platform.
  const running = process.env.TEST_POSTGRES_URL
  const server = running ? undefined : await timed('PostgreSQL', () => startPostgres())
  try {
    interrupted.signal.throwIfAborted()
    const counts = Object.entries(Object.groupBy(runs, ({ database }) => database))
    heading(
      `Tests: ${counts.map(([database, { length }]) => `${length} ${length === 1 ? 'file' : 'files'} on ${database}`).join(', ')}`,
    )
    const problem = await runTests(runs, {
      ...process.env,
      NODE_COMPILE_CACHE: compileCache,
      TEST_POSTGRES_URL: running ?? server?.url,
    })
    interrupted.signal.throwIfAborted()
    if (problem) throw new Error(problem)
  } finally {
    await server?.stop()
  }
}

function commandLine() {
  const { values, positionals } = parseCommandLine()
  const { database } = values
  const databases = engines.filter((engine) => database === undefined || database === engine)
  if (databases.length === 0) throw new Error(`There is no database ${database}. Usage: ${usage}`)

  const parts = positionals.map((part) => normalize(part))
  // The longest files are directly below test/ and come first, so that they do not run alone at the end.
  const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'clients/*/test/*.test.ts']).sort().reverse()
  const files = all.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
  if (files.length === 0) throw new Error(`No test file matches, so nothing was tested. Usage: ${usage}`)
  return { databases, files, check: !values['no-check'] }
}

function parseCommandLine() {
  try {
    const options = { database: { type: 'string' }, 'no-check': { type: 'boolean' } } as const
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}. Usage: ${usage}`)
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

function isNeededOnce(file: string): boolean {
  return neededOnce.some((part) => file.startsWith(part))
}

async function runChecks(): Promise<void> {
  const check = spawn(process.execPath, ['scripts/check.ts'], {
    stdio: 'inherit',
    signal: interrupted.signal,
  })
  const [code] = await once(check, 'exit').catch(() => [1])
  interrupted.signal.throwIfAborted()
  if (code !== 0)
    throw new Error('The checks failed, so no test was run. `npm test -- --no-check` leaves them out.')
}

/** Returns the problem as a sentence, or undefined. */
async function runTests(runs: TestRun[], env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const silence = new AbortController()
  const reason = new Error(`No test ended for ${silenceLimitMs / 1000} s: something keeps this file running.`)
  const timer = setTimeout(() => silence.abort(reason), silenceLimitMs)
  const signal = AbortSignal.any([interrupted.signal, silence.signal])
  let executed = 0
  let success = false

  const observed = async function* (events: Events) {
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
  const claims = mkdtempSync(join(temporary, 'claims-'))
  const isOneFile = runs.every(({ file }) => file === runs[0]?.file)
  const work: TestWork = { runs, claims, patient: isOneFile }
  const workers = new Array<string>(Math.min(concurrency, runs.length)).fill(worker)
  const events = run({
    files: workers,
    concurrency,
    signal,
    env: { ...env, TEST_WORK: JSON.stringify(work) },
  })
  const shorten = isOneFile ? unchanged : problemsOnly
  await pipeline(events, observed, shorten, summaryLast, new spec(), process.stdout, { end: false })
  clearTimeout(timer)

  if (!success) return 'Tests failed.'
  return executed === 0 ? 'No test was executed.' : undefined
}

async function* unchanged(events: Events) {
  yield* events
}

/** Prints one line per file as soon as it ends, and below it only the failed tests with their suites. */
async function* problemsOnly(events: Events): AsyncGenerator<TestEvent> {
  let starts: TestStart[] = []
  for await (const event of events) {
    if (event.type === 'test:start') {
      starts.push(event)
    } else if (event.type === 'test:pass' && starts.length > 0) {
      // Every test inside it has ended, so its own start event is the last one that was not printed.
      starts.pop()
    } else if (event.type === 'test:pass' || event.type === 'test:fail') {
      yield* starts
      yield event
      starts = []
    } else {
      yield event
      if (event.type === 'test:complete' && isFile(event.data)) yield fileLine(event.data)
    }
  }
}

function isFile({ nesting, name }: TestComplete['data']): boolean {
  return nesting === 0 && name !== worker
}

function fileLine({ name, details }: TestComplete['data']): TestEvent {
  const message = `${details.passed ? '✔' : '✖'} ${name} (${seconds(details.duration_ms)})\n`
  return { type: 'test:stdout', data: { file: name, message } }
}

/** The reporter prints failures after the summary; this prints the totals again at the end of the log. */
async function* summaryLast(events: Events): AsyncGenerator<TestEvent> {
  let held: TestEvent[] = []
  for await (const event of events) {
    if (event.type === 'test:diagnostic' && event.data.nesting === 0) {
      held.push(event)
      continue
    }
    const ends = event.type === 'test:summary' && event.data.file === undefined
    if (ends) yield event
    yield* held
    if (!ends) yield event
    held = []
  }
  yield* held
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  heading(what)
  const began = performance.now()
  const result = await work()
  console.log(`done in ${seconds(performance.now() - began)}`)
  return result
}

function heading(text: string): void {
  console.log(`\n── ${text} ──`)
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
