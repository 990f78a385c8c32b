/**
 * Holds what test files may cost, in processor seconds of the machine where `test/budget.json` was measured (`test-speed.ts`). The budgets go down by
 * themselves.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isUsual, listRuns, nameRun, type TestRun } from './test-files.ts'

interface Budget {
  /** For a whole run of `npm test`. */
  run: number
  /** By file and database. What is not here has the least budget. */
  files: Record<string, number>
}

interface FileCost {
  title: string
  total: number
  /** An estimate: PostgreSQL's time for all files, by transactions. What waits for it on a busy machine asks it more often. */
  postgres: number
}

interface RunCost {
  seconds: number
  /** How many times slower the processors were than those of the budgets. */
  slowness: number
}

const path = join(import.meta.dirname, '../test/budget.json')
/** A file that costs less than this has no line of its own. */
const leastSeconds = 3
/** A busy machine can make a file cost this much more, because its processors share their caches. */
const tolerance = 2
/** The same for a whole run, in which what single files cost more and less is made up for; the speed is known within a third. */
const runTolerance = 1.35
/** The first file of a worker pays for loading the service. */
const loadingSeconds = 4

/** The runs that `npm test` leaves to others. Those that have no budget cost what they need. */
const listOthers = () => new Set(listRuns().flatMap((each) => (isUsual(each) ? [] : [nameRun(each)])))

const readBudget = (): Budget => JSON.parse(readFileSync(path, 'utf8'))

/** What a file itself spends, at the speed of the budgets; a whole run is held with PostgreSQL. */
const readOwnSeconds = ({ total, postgres }: FileCost, slowness: number): number => (total - postgres) / slowness

/** What a file without a line of its own costs on average. */
const usualSeconds = 1.5

/** Returns what a file costs, as far as the budget says. */
export const readSeconds = (run: TestRun): number => readBudget().files[nameRun(run)] ?? usualSeconds

/** Returns a sentence for each file, and for the run if it is a whole one, that costs more than it may, at the speed of the budgets. */
export function listExcesses(costs: readonly FileCost[], { seconds, slowness }: RunCost, isWhole: boolean): string[] {
  const { run, files } = readBudget()
  const others = listOthers()
  const excesses = costs.flatMap((each) => {
    const { title } = each
    const budget = files[title] ?? (others.has(title) ? Number.POSITIVE_INFINITY : leastSeconds)
    const cost = readOwnSeconds(each, slowness)
    return cost <= budget * tolerance + loadingSeconds
      ? []
      : [
          `${title} cost ${cost.toFixed(1)} processor seconds, more than twice its budget of ${budget} s. ` +
            'Run the file with --cpu-prof to see where they go; a higher budget belongs in test/budget.json, with its reason in the commit.',
        ]
  })
  const whole = seconds / slowness
  return !isWhole || whole <= run
    ? excesses
    : [
        ...excesses,
        `The whole run cost ${whole.toFixed()} processor seconds; its budget is ${run} s (test/budget.json).`,
      ]
}

/**
 * Lowers the budgets of the files and of the run, which a whole run did for less, so that what was won stays. What only `--changed` runs, where a
 * change reaches it, keeps its budget.
 */
export function lowerBudgets(costs: readonly FileCost[], { seconds: runSeconds, slowness }: RunCost): void {
  const { run, files } = readBudget()
  const lower = costs.flatMap((each) => {
    const { title } = each
    const measured = Number(readOwnSeconds(each, slowness).toFixed(1))
    const seconds = Math.min(files[title] ?? measured, measured)
    return seconds < leastSeconds ? [] : [[title, seconds] as const]
  })
  const others = listOthers()
  const kept = Object.entries(files).filter(([title]) => others.has(title))
  const sorted = [...lower, ...kept].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const budget: Budget = {
    run: Math.min(run, Math.ceil((runSeconds / slowness) * runTolerance)),
    files: Object.fromEntries(sorted),
  }
  writeFileSync(path, `${JSON.stringify(budget, null, 2)}\n`)
}
