/** Runs test files one after the other in one process, which loads the service once for all of them. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, afterEach, suite, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { killPrograms } from '#test/resilience/program.ts'
import { endApps, reportLog } from '#test/support/app.ts'
import { closeBrowser, readBrowserSeconds, sharesBrowser } from '#test/support/browser.ts'
import { costsFile, readCosts, subtractCosts, uncountedFile } from '#test/support/costs.ts'
import { hangLimitMs } from '#test/support/hang-limit.ts'
import { nameRun, type TestRun } from './test-files.ts'
import { startTracking, stopTracking } from './test-tracking.ts'

/** The instructions for a worker, as JSON in `TEST_WORK`. */
export interface TestWork {
  runs: TestRun[]
  /**
   * A folder that all workers share. The worker that creates the subfolder with the number of a run executes that run,
   * and writes its costs there.
   */
  claims: string
  /** Whether files run without a time limit, because their long version was requested. */
  patient: boolean
  /**
   * Whether a worker executes one run only, so that options of Node such as `--test-name-pattern` see the tests of the
   * file as if Node ran the file itself.
   */
  single: boolean
}

/** The file that runs, for what fails in its background. */
let current = 'no file'
const failedInBackground: unknown[] = []
for (const event of ['uncaughtExceptionMonitor', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    failedInBackground.push(error)
    console.error(`✖ In the background of ${current}:`, error)
  })

// The runner sends it to its workers when it is interrupted. Only an exit ends the programs that a file has started.
process.once('SIGTERM', () => process.exit(1))

if (process.env.TEST_WORK) await work(JSON.parse(process.env.TEST_WORK))

async function work({ runs, claims, patient, single }: TestWork): Promise<void> {
  if (!single) process.env[sharesBrowser] = 'true'
  for (const [number, run] of runs.entries()) {
    const folder = join(claims, `${number}`)
    if (!claim(folder)) continue
    if (single) {
      after(endAll)
      return importFile(run)
    }
    await runFile(run, patient, folder)
  }
  await endBrowser(claims)
}

/** Notes the processor seconds of the browser that the system does not count, because the parents of its processes end before them. */
async function endBrowser(claims: string): Promise<void> {
  const seconds = await readBrowserSeconds()
  const { children } = readCosts()
  await closeBrowser()
  const uncounted = Math.max(seconds - (readCosts().children - children), 0)
  writeFileSync(join(claims, `${uncountedFile}-${process.pid}`), JSON.stringify(uncounted))
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** Tests and hooks that a file registers while it is imported belong to the suite around it. */
async function runFile(run: TestRun, patient: boolean, folder: string): Promise<void> {
  const begin = readCosts(await readBrowserSeconds())
  const title = nameRun(run)
  current = title
  const limit = patient ? undefined : setTimeout(() => abandon(title), hangLimitMs)
  startTracking()
  await new Promise<void>((ended) => {
    void suite(title, async () => {
      // Registered after the hooks of the file, so that it runs after them.
      after(async () => {
        await endAll()
        writeFileSync(
          join(folder, costsFile),
          JSON.stringify(subtractCosts(readCosts(await readBrowserSeconds()), begin)),
        )
        ended()
        refuseLeftMocks()
        refuseFailures()
      })
      afterEach((test) => reportLog(test as TestContext))
      await importFile(run)
      await stopTracking()
    })
  })
  clearTimeout(limit)
}

/** A replacement that a file leaves would serve all later files: of two of one method, the end of a test restores the first. */
function refuseLeftMocks(): void {
  for (const [name, method] of Object.entries({ 'performance.now': performance.now, 'Date.now': Date.now }))
    if (Reflect.get(method, 'mock') !== undefined) throw new Error(`The file has left a mock of ${name} behind.`)
}

/** The runner says at its end only that the worker failed, so the file fails as well, with what happened. */
function refuseFailures(): void {
  const [cause] = failedInBackground.splice(0)
  if (cause !== undefined) throw new Error(`This failed in the background of the file: ${cause}`, { cause })
}

/** The query makes a file that runs on both databases a separate module for each. */
async function importFile({ file, database }: TestRun): Promise<void> {
  process.env.TEST_DATABASE = database
  const { href } = Object.assign(pathToFileURL(resolve(file)), { search: database })
  await import(href)
}

/** Ends everything that the file started. */
async function endAll(): Promise<void> {
  killPrograms()
  await endApps()
}

function abandon(title: string): never {
  console.error(`✖ ${title} did not end within ${hangLimitMs / 1000} s; it was waiting for:`)
  console.error(process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}
