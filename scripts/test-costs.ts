/** Reports what the files of a test run cost in processor time, which differs less between machines than time does. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Costs, costsFile } from '#test/support/costs.ts'
import type { TestRun } from './test-files.ts'

const listLength = 15

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
}

/** Returns what the files cost, the costliest first. */
export function readAllCosts(folder: string, runs: readonly TestRun[], whole: Whole): RunCosts[] {
  const measured = runs.flatMap((run, number) => {
    const costs = readRunCosts(join(folder, `${number}`))
    return costs ? [{ title: `${run.file} on ${run.database}`, ...costs }] : []
  })
  const transactions = sum(measured, 'transactions') || 1
  return measured
    .map((each): RunCosts => {
      const postgres = (whole.postgresSeconds * each.transactions) / transactions
      return { ...each, postgres, total: each.worker + each.children + postgres }
    })
    .sort((a, b) => b.total - a.total)
}

/** Returns lines about the costliest files and the whole run. */
export function describeCosts(costs: readonly RunCosts[], { seconds, postgresSeconds }: Whole): string[] {
  if (costs.length === 0) return []
  const number = (kind: keyof Omit<RunCosts, 'title'>) => `${Math.round(sum(costs, kind))}`
  return [
    ...(costs.length === 1
      ? []
      : ['Processor seconds: all, worker, programs, PostgreSQL; users, services, programs, browsers']),
    ...costs.slice(0, listLength).map(describeFile),
    `All files: ${number('total')} s (workers ${number('worker')}, programs ${number('children')}, PostgreSQL ${postgresSeconds.toFixed()}), ` +
      `${number('users')} users, ${number('services')} services, ${number('programs')} programs, ${number('browsers')} browsers`,
    `The whole run: ${seconds.toFixed()} processor seconds`,
  ]
}

/** Returns undefined for a run whose worker ended early. */
function readRunCosts(folder: string): Costs | undefined {
  const file = join(folder, costsFile)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function describeFile({ title, total, worker, children, postgres, users, services, programs, browsers }: RunCosts) {
  const seconds = [total, worker, children, postgres].map((each) => each.toFixed(1).padStart(6)).join('')
  const numbers = [users, services, programs, browsers].map((each) => `${each}`.padStart(5)).join('')
  return `${seconds} ${numbers}  ${title}`
}

const sum = <Kind extends string>(list: readonly Record<Kind, number>[], kind: Kind) =>
  list.reduce((total, each) => total + each[kind], 0)
