/** Relevance and speed of the search with a thousand, a hundred thousand and a million researchers. */

import { setTimeout as pause } from 'node:timers/promises'
import { buildResearchers } from '../search/build.ts'
import { type Operation, operations, shareAnswered } from '../search/operations.ts'
import { folderFor } from '../support/data.ts'
import { median, milliseconds, percentile, printTable, ratio, whole } from '../support/figures.ts'
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
  about: `relevance and latency of the search at ${scales.map(whole).join(', ')} researchers`,
  async run(options) {
    const all: AtScale[] = []
    for (const researchers of scales) {
      const one = await measuredAt(options, researchers)
      print(one)
      all.push(one)
    }
    printTable(
      'Medians as ratios to those at the smallest number',
      ['', ...all.map(({ researchers }) => whole(researchers))],
      operations.map(({ name }) => [
        name,
        ...all.map((one) => ratio(findMedian(one, name) / findMedian(all[0], name))),
      ]),
    )
  },
}

const findMedian = (one: AtScale | undefined, name: string) =>
  median(one?.operations.find((operation) => operation.name === name)?.times ?? [])

async function measuredAt({ folder }: Options, researchers: number): Promise<AtScale> {
  const dataDir = folderFor(folder, `search ${researchers}`)
  const began = performance.now()
  await buildResearchers(dataDir, researchers, (made) => progress(`${whole(made)} researchers made`, began))
  const server = await startService({ dataDir })
  try {
    await pause(afterStart)
    const result: AtScale = {
      researchers,
      relevance: await shareAnswered(server, researchers),
      operations: [],
    }
    for (const operation of operations) {
      result.operations.push(await measured(server, operation))
      progress(`${operation.name} at ${whole(researchers)}`, began)
    }
    return result
  } finally {
    await server.stop()
  }
}

const progress = (what: string, began: number) =>
  console.log(`${whole((performance.now() - began) / 1000).padStart(6)} s   ${what}`)

function print({ researchers, relevance, operations: all }: AtScale) {
  const rows = all.map(({ name, times, longestDelay, longestWork }) => [
    name,
    ...[50, 95, 100].map((percent) => milliseconds(percentile(times, percent))),
    milliseconds(longestDelay),
    milliseconds(longestWork),
  ])
  const title = `Search at ${whole(researchers)} researchers; relevance ${(relevance * 100).toFixed(1)} %`
  printTable(title, ['', 'p50', 'p95', 'worst', 'event loop held', 'by work'], rows)
}

const fewest = 100
const rounds = 4

/** The first round is a warm-up and is not counted. */
async function measured(server: Server, { name, calls, clients }: Operation): Promise<Measured> {
  for (const call of calls) await call(server)
  await server.observe()
  const times: number[] = []
  const left = Array.from({ length: Math.max(rounds, Math.ceil(fewest / calls.length)) }, () => calls).flat()
  const client = async () => {
    for (let call = left.shift(); call !== undefined; call = left.shift()) {
      const began = performance.now()
      await call(server)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const { longestDelay, longestWork } = await server.observe()
  return { name, times, longestDelay, longestWork }
}
