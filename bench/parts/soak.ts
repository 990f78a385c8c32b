/**
 * One busy hour of traffic at full speed, on both databases. The memory and the handles that the service holds must not
 * grow, while its data do.
 */

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { startPostgres } from '#test/support/postgres-server.ts'
import { admin, createFixtures, type Fixtures } from '../soak/fixtures.ts'
import { simulateUser } from '../soak/simulated-user.ts'
import { Traffic } from '../soak/traffic.ts'
import type { Holdings } from '../soak-observer.ts'
import { type ControlGroup, createControlGroup, describeUse } from '../support/control-group.ts'
import { createFolder } from '../support/data.ts'
import { formatMilliseconds, formatWhole, getMedian, printTable } from '../support/figures.ts'
import type { Options, Part } from '../support/part.ts'
import { queryOnce } from '../support/postgres.ts'
import { type Server, startService } from '../support/servers.ts'

const megabyte = 1024 * 1024
/** The number of simultaneous users. */
const together = 8
/** The first third is a warm-up; the last third is compared with the second. */
const samplesTaken = 24
/** The longest time that background tasks may need after the last user of a round, in milliseconds. */
const settling = 1_500

interface Sample extends Holdings {
  connections: number
  temporary: number
  requests: number
}

interface Measure {
  name: string
  of: (sample: Sample) => number
  /** The allowed growth from the second third to the last. */
  bound: (before: number) => number
  unit: (value: number) => string
}

const toMegabytes = (value: number) => `${(value / megabyte).toFixed(1)} MB`

const measures: readonly Measure[] = [
  {
    name: 'Heap after collection',
    of: ({ heap }) => heap,
    bound: (before) => Math.max(2 * megabyte, before * 0.05),
    unit: toMegabytes,
  },
  { name: 'Buffers', of: ({ external }) => external, bound: () => 4 * megabyte, unit: toMegabytes },
  {
    name: 'Resident memory',
    of: ({ resident }) => resident,
    bound: (before) => before * 0.1,
    unit: toMegabytes,
  },
  { name: 'Handles', of: ({ resources }) => resources, bound: () => 5, unit: formatWhole },
  { name: 'Open files', of: ({ files }) => files, bound: () => 5, unit: formatWhole },
  { name: 'Connections to the database', of: ({ connections }) => connections, bound: () => 2, unit: formatWhole },
  { name: 'Temporary files', of: ({ temporary }) => temporary, bound: () => 0, unit: formatWhole },
]

export const soak: Part = {
  name: 'soak',
  about: 'whether memory, files and connections are flat through a busy hour, at full speed (takes long)',
  async run(options) {
    const failed = [...(await soakEngine(options, null)), ...(await onPostgres(options))]
    if (failed.length > 0) throw new Error(`Not flat: ${failed.join('; ')}.`)
  },
}

async function onPostgres(options: Options): Promise<string[]> {
  const postgres = await startPostgres({ durable: true })
  try {
    return await soakEngine(options, postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** Returns one sentence for each value that grew. */
async function soakEngine({ folder, requests, limit }: Options, databaseUrl: string | null): Promise<string[]> {
  const name = databaseUrl === null ? 'SQLite' : 'PostgreSQL'
  const mails = await startMailServer()
  const dataDir = createFolder(folder, `soak ${name}`)
  mkdirSync(dataDir)
  const within = limit === null ? null : createControlGroup(limit)
  const server = await startSoaked({ dataDir, databaseUrl, smtpUrl: mails.url, within })
  const traffic = new Traffic(server.url)
  try {
    const fixtures = await createFixtures(traffic)
    const look = async (): Promise<Sample> => ({
      ...(await server.holdings()),
      connections: databaseUrl === null ? 0 : await countConnections(databaseUrl),
      temporary: countTemporaryFiles(dataDir),
      requests: traffic.requests,
    })
    const began = performance.now()
    const samples = await takeSample(traffic, fixtures, requests, look)
    const seconds = (performance.now() - began) / 1_000
    console.log(
      `\n${name}: ${formatWhole(traffic.requests)} requests in ${formatWhole(seconds)} s, ${formatWhole(mails.count())} mails, ` +
        `${traffic.failures.length} refused`,
    )
    if (within) console.log(`  Of ${limit} MiB: ${describeUse(within)}.`)
    for (const failure of new Set(traffic.failures.slice(0, 5))) console.log(`  ${failure}`)
    return judge(name, samples)
  } finally {
    await server.stop()
    await mails.close()
    await within?.remove()
  }
}

/** Runs the users in rounds. After each round, when no user is active, reads what the service holds. */
async function takeSample(
  traffic: Traffic,
  fixtures: Fixtures,
  requests: number,
  look: () => Promise<Sample>,
): Promise<Sample[]> {
  const samples: Sample[] = []
  for (let round = 1; round <= samplesTaken; round++) {
    const enough = (requests * round) / samplesTaken
    const runUser = async () => {
      while (traffic.requests < enough) await simulateUser(traffic, fixtures)
    }
    await Promise.all(Array.from({ length: together }, runUser))
    await pause(settling)
    samples.push(await look())
  }
  return samples
}

function judge(name: string, samples: readonly Sample[]): string[] {
  const third = Math.floor(samples.length / 3)
  const thirds = [samples.slice(0, third), samples.slice(third, -third), samples.slice(-third)]
  const failed: string[] = []
  const rows = measures.map(({ name: what, of, bound, unit }) => {
    const [first = 0, second = 0, last = 0] = thirds.map((some) => getMedian(some.map(of)))
    const most = bound(second)
    const isFlat = last - second <= most
    if (!isFlat) failed.push(`${what} on ${name} grew by ${unit(last - second)}`)
    return [what, unit(first), unit(second), unit(last), `+ ${unit(most)}`, isFlat ? 'flat' : 'GROWS']
  })
  const delays = thirds.map((some) => formatMilliseconds(getMedian(some.map(({ usualDelay }) => usualDelay))))
  printTable(
    `Soaked on ${name}`,
    ['', 'warm-up', 'then', 'at the end', 'may grow', ''],
    [...rows, ['Delay of the event loop, p99', ...delays, '', '']],
  )
  return failed
}

interface Soaked {
  dataDir: string
  databaseUrl: string | null
  smtpUrl: string
  within: ControlGroup | null
}

const startSoaked = ({ dataDir, databaseUrl, smtpUrl, within }: Soaked): Promise<Server> =>
  startService({
    dataDir,
    within,
    soaked: true,
    settings: {
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
      SMTP_URL: smtpUrl,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_PASSWORD: '0',
      RATE_LIMIT_UPLOAD: '0',
    },
  })

function countTemporaryFiles(dataDir: string): number {
  try {
    return readdirSync(join(dataDir, 'files/incoming')).length
  } catch {
    return 0
  }
}

async function countConnections(databaseUrl: string): Promise<number> {
  const rows = await queryOnce(
    databaseUrl,
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  return Number(rows[0]?.count ?? 0)
}

/** Accepts every mail and discards it. */
async function startMailServer() {
  let count = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _, done) {
      count++
      stream.resume().once('end', () => done())
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => count,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}
