/** `npm run bench -- [part ...]`: measures the service on this machine and prints one table for each part. */

import '#node-version.ts'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bodies } from './parts/bodies.ts'
import { bulk } from './parts/bulk.ts'
import { files } from './parts/files.ts'
import { flatness } from './parts/flatness.ts'
import { indexWrites } from './parts/index-writes.ts'
import { instances } from './parts/instances.ts'
import { institutions } from './parts/institutions.ts'
import { listed } from './parts/listed.ts'
import { filteredLists } from './parts/lists.ts'
import { memory } from './parts/memory.ts'
import { outside } from './parts/outside.ts'
import { ranking } from './parts/ranking.ts'
import { requests } from './parts/requests.ts'
import { search } from './parts/search.ts'
import { searches } from './parts/searches.ts'
import { soak } from './parts/soak.ts'
import { start } from './parts/start.ts'
import { strangers } from './parts/strangers.ts'
import { streams } from './parts/streams.ts'
import { year } from './parts/year.ts'
import type { Options, Part } from './support/part.ts'

const parts: readonly Part[] = [
  requests,
  filteredLists,
  start,
  flatness,
  search,
  searches,
  ranking,
  files,
  streams,
  instances,
  strangers,
  memory,
]
/** The first takes many minutes, the others need data or much time, so they run only when they are named. */
const long: readonly Part[] = [soak, year, outside, listed, institutions, bodies, bulk, indexWrites]

const usage = `npm run bench -- [--seconds N] [--rounds N] [--requests N] [--against FOLDER] [--data FOLDER] [part ...]

  --seconds   how long each measurement of throughput takes (5)
  --rounds    how often everything is measured in turn; the median counts (3)
  --requests  how many the soak sends to each database (360000: a hundred a second for an hour)
  --hours     for how long "year" goes on to begin another year (1)
  --data      the folder with the data of "outside" and "listed"
  --database  measures "requests", "bulk", and of "lists" the creations, on sqlite or postgres (sqlite)
  --limit     limits the memory of the service in "memory" and "soak", in MiB (needs Linux and root)
  --held-out  judges by the half of its queries that is kept for the end
  --picture   draws the curve of "memory" into docs/images
  --verbose   prints the queries that were answered badly
  --against   another checkout, with its node_modules, to measure in the same run

${[...parts, ...long].map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}`

// Inside the project, so that the data is on a real disk; the system's temporary folder may be in memory.
const place = join(import.meta.dirname, '../.tmp')
mkdirSync(place, { recursive: true })
const folder = mkdtempSync(join(place, 'bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit()
  }
  const { chosen, options } = parseCommandLine()
  console.log(`Node ${process.version}, ${availableParallelism()} processors`)
  for (const part of chosen) await part.run(options)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function parseCommandLine(): { chosen: readonly Part[]; options: Options } {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: text,
      rounds: text,
      requests: text,
      hours: text,
      against: text,
      data: text,
      limit: text,
      database: text,
      'held-out': { type: 'boolean' },
      picture: { type: 'boolean' },
      verbose: { type: 'boolean' },
    },
  })
  const all = [...parts, ...long]
  const unknown = positionals.find((name) => all.every((part) => part.name !== name))
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}".\n\n${usage}`)
  return {
    chosen: positionals.length === 0 ? parts : all.filter(({ name }) => positionals.includes(name)),
    options: {
      seconds: parsePositive('seconds', values.seconds ?? '5'),
      requests: parsePositive('requests', values.requests ?? '360000'),
      hours: parsePositive('hours', values.hours ?? '1'),
      rounds: parsePositive('rounds', values.rounds ?? '3'),
      against: values.against ?? null,
      data: values.data ?? null,
      limit: values.limit === undefined ? null : parsePositive('limit', values.limit),
      database: parseDatabase(values.database ?? 'sqlite'),
      heldOut: values['held-out'] ?? false,
      picture: values.picture ?? false,
      verbose: values.verbose ?? false,
      folder,
    },
  }
}

function parseDatabase(value: string): Options['database'] {
  if (value === 'sqlite' || value === 'postgres') return value
  throw new Error(`--database must be sqlite or postgres, not "${value}".\n\n${usage}`)
}

function parsePositive(name: string, value: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && number > 0) return number
  throw new Error(`--${name} must be a whole number above 0, not "${value}".\n\n${usage}`)
}
