/** Reports what the files of a test run cost in processor time, which differs less between machines than time does. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Costs, costsFile, uncountedFile } from '#test/support/costs.ts'
import { nameRun, type TestRun } from './test-files.ts'

const listLength = 15
/** What each file of the last run has cost. */
const costsPath = join(import.meta.dirname, '../node_modules/.cache/test-costs.json')

interface RunCosts extends Costs {
  title: string
  /** The share of PostgreSQL's processor time, by the number of transactions. */
  postgres: number
  total: number
}

export interface Whole {
  /** All processor seconds of the run, with checks, databases and browsers. */
  seconds: number
  postgresSeconds: number
  /** Of the process that starts the workers and prints what they report. */
  runnerSeconds: number
  /** How many times slower the processors were than those of the budgets. */
  slowness: number
}

/** Returns what the files cost, the costliest first. */
export function readAllCosts(folder: string, runs: readonly TestRun[], whole: Whole): RunCosts[] {
  const measured = runs.flatMap((run, number) => {
    const costs = readRunCosts(join(folder, `${number}`))
    return costs ? [{ title: nameRun(run), ...costs }] : []
  })
  const transactions = sum(measured, 'transactions') || 1
  return measured
    .map((each): RunCosts => {
      const postgres = (whole.postgresSeconds * each.transactions) / transactions
      return { ...each, postgres, total: each.worker + each.children + each.chromium + postgres }
    })
    .sort((a, b) => b.total - a.total)
}

/** Writes what each file has cost, of which the report has only the costliest. */
export function writeCosts(costs: readonly RunCosts[], whole: Whole): void {
  try {
    mkdirSync(dirname(costsPath), { recursive: true })
    writeFileSync(costsPath, `${JSON.stringify({ whole, files: costs }, null, 1)}\n`)
  } catch {
    // In a checkout that is only read, there is no place for it.
  }
}

/** Returns lines about the costliest files and the whole run. */
export function describeCosts(costs: readonly RunCosts[], whole: Whole): string[] {
  const { seconds, postgresSeconds, runnerSeconds, slowness } = whole
  if (costs.length === 0) return []
  const number = (kind: keyof Omit<RunCosts, 'title'>) => `${Math.round(sum(costs, kind))}`
  return [
    ...(costs.length === 1
      ? []
      : ['Processor seconds: all, worker, programs, PostgreSQL, Chromium; users, services, programs, browsers']),
    ...costs.slice(0, listLength).map(describeFile),
    `All files: ${number('total')} s (workers ${number('worker')}, programs ${number('children')}, PostgreSQL ${postgresSeconds.toFixed()}, Chromium ${number('chromium')}), ` +
      `${number('users')} users, ${number('services')} services, ${number('programs')} programs, ${number('browsers')} browsers`,
    `The whole run: ${seconds.toFixed()} processor seconds, with ${runnerSeconds.toFixed()} of the runner; ${(seconds / slowness).toFixed()} at the speed of the budgets, which was ${slowness.toFixed(2)} times that of this run`,
  ]
}

/** Returns the processor seconds of the workers' browsers that the system does not count. */
export const readUncounted = (folder: string): number =>
  readdirSync(folder)
    .filter((name) => name.startsWith(uncountedFile))
    .reduce((total, name) => total + JSON.parse(readFileSync(join(folder, name), 'utf8')), 0)

/** Returns undefined for a run whose worker ended early. */
function readRunCosts(folder: string): Costs | undefined {
  const file = join(folder, costsFile)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function describeFile({
  title,
  total,
  worker,
  children,
  postgres,
  chromium,
  users,
  services,
  programs,
  browsers,
}: RunCosts) {
  const seconds = [total, worker, children, postgres, chromium].map((each) => each.toFixed(1).padStart(6)).join('')
  const numbers = [users, services, programs, browsers].map((each) => `${each}`.padStart(5)).join('')
  return `${seconds} ${numbers}  ${title}`
}

const sum = <Kind extends string>(list: readonly Record<Kind, number>[], kind: Kind) =>
  list.reduce((total, each) => total + each[kind], 0)
