/** Runs test files one after the other in one process, which loads the service once for all of them. */

import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { endApps } from '../test/support/app.ts'
import { hangLimitMs } from '../test/support/hang-limit.ts'

export type Engine = 'sqlite' | 'postgres'

export interface TestRun {
  file: string
  database: Engine
}

/** What a worker is told, as JSON in `TEST_WORK`. */
export interface TestWork {
  runs: TestRun[]
  /** A folder that the workers share: whoever makes the folder of a run's number in it does that run. */
  claims: string
  /** Whether a file may take as long as it likes, because somebody wants its long version. */
  patient: boolean
}

if (process.env.TEST_WORK) await work(JSON.parse(process.env.TEST_WORK))

async function work({ runs, claims, patient }: TestWork): Promise<void> {
  for (const [number, run] of runs.entries())
    if (claim(join(claims, `${number}`))) await runFile(run, patient)
}

function claim(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

/** What a file registers while it is imported, its hooks too, belongs to the suite around it. */
async function runFile({ file, database }: TestRun, patient: boolean): Promise<void> {
  const title = `${file} on ${database}`
  process.env.TEST_DATABASE = database
  // A file that runs on both is a module of its own for each.
  const { href } = Object.assign(pathToFileURL(resolve(file)), { search: database })
  const limit = patient ? undefined : setTimeout(() => abandon(title), hangLimitMs)
  await new Promise<void>((ended) => {
    void suite(title, async () => {
      // Registered after the hooks of the file, so it ends when they have.
      after(async () => {
        await endApps()
        ended()
      })
      await import(href)
    })
  })
  clearTimeout(limit)
}

function abandon(title: string): never {
  console.error(`✖ ${title} did not end within ${hangLimitMs / 1000} s; it was waiting for:`)
  console.error(process.getActiveResourcesInfo().join(', '))
  process.exit(1)
}
