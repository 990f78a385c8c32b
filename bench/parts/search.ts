/** Relevance and speed of the search with a thousand, a hundred thousand and a million researchers. */

import { setTimeout as pause } from 'node:timers/promises'
import { buildResearchers } from '../search/build.ts'
import { type Operation, operations, shareAnswered } from '../search/operations.ts'
import { createFolder } from '../support/data.ts'
import {
  formatMilliseconds,
  formatRatio,
  formatWhole,
  getMedian,
  getPercentile,
  printTable,
} from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const scales = [1_000, 100_000, 1_000_000]

/**
 * Some time after its start the service returns memory that only the start needed; that memory is not measured here.
 */
const afterStart = 5_000

interface Measured {
  name: string
  times: number[]
  /** The longest time the event loop was blocked, and the most processor time used meanwhile, in milliseconds. */
  longestDelay: number
  longestWork: number
}

interface AtScale {
  researchers: number
  relevance: number
  operations: Measured[]
}

export const search: Part = {
  name: 'search',
  about: `relevance and latency of the search at ${scales.map(formatWhole).join(', ')} researchers`,
  async run(options) {
    const all: AtScale[] = []
    for (const researchers of scales) {
      const one = await measureAtScale(options, researchers)
      print(one)
      all.push(one)
    }
    printTable(
      'Medians as ratios to those at the smallest number',
      ['', ...all.map(({ researchers }) => formatWhole(researchers))],
      operations.map(({ name }) => [
        name,
        ...all.map((one) => formatRatio(findMedian(one, name) / findMedian(all[0], name))),
      ]),
    )
  },
}

const findMedian = (one: AtScale | undefined, name: string) =>
  getMedian(one?.operations.find((operation) => operation.name === name)?.times ?? [])

async function measureAtScale({ folder }: Options, researchers: number): Promise<AtScale> {
  const dataDir = createFolder(folder, `search ${researchers}`)
  const began = performance.now()
  await buildResearchers(dataDir, researchers, (made) => printProgress(`${formatWhole(made)} researchers made`, began))
  const server = await startService({ dataDir })
  try {
    await pause(afterStart)
    const result: AtScale = {
      researchers,
      relevance: await shareAnswered(server, researchers),
      operations: [],
    }
    for (const operation of operations) {
      result.operations.push(await measureOperation(server, operation))
      printProgress(`${operation.name} at ${formatWhole(researchers)}`, began)
    }
    return result
  } finally {
    await server.stop()
  }
}

const printProgress = (what: string, began: number) =>
  console.log(`${formatWhole((performance.now() - began) / 1000).padStart(6)} s   ${what}`)

function print({ researchers, relevance, operations: all }: AtScale) {
  const rows = all.map(({ name, times, longestDelay, longestWork }) => [
    name,
    ...[50, 95, 100].map((percent) => formatMilliseconds(getPercentile(times, percent))),
    formatMilliseconds(longestDelay),
    formatMilliseconds(longestWork),
  ])
  const title = `Search at ${formatWhole(researchers)} researchers; relevance ${(relevance * 100).toFixed(1)} %`
  printTable(title, ['', 'p50', 'p95', 'worst', 'event loop held', 'by work'], rows)
}

const fewest = 100
const rounds = 4

/** The first round is a warm-up and is not counted. */
async function measureOperation(server: Server, { name, calls, clients }: Operation): Promise<Measured> {
  for (const call of calls) await call(server)
  await server.observe()
  const times: number[] = []
  const left = Array.from({ length: Math.max(rounds, Math.ceil(fewest / calls.length)) }, () => calls).flat()
  const sendAll = async () => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) {
      const began = performance.now()
      await call(server)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, sendAll))
  const { longestDelay, longestWork } = await server.observe()
  return { name, times, longestDelay, longestWork }
}
