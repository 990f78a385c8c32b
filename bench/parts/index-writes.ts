/**
 * The processor time that one saved profile and one created post cause, the work on the search index included, at a thousand and at a
 * million documents.
 */

import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { getDatabasePath } from '#database/index.ts'
import { fillIndexes } from '../search/fill-index.ts'
import { drawText, length } from '../search/synthetic-words.ts'
import { createFolder, getToken, prepareData } from '../support/data.ts'
import { formatMilliseconds, formatWhole, printTable } from '../support/figures.ts'
import type { Part } from '../support/part.ts'
import { createRandom } from '../support/random.ts'
import { type Server, startService } from '../support/servers.ts'

const scales = [1_000, 30_000, 300_000, 1_000_000]
const savers = 200
/** The recruiter has the id 1, the researchers those after it. */
const users = 1 + savers
const burstClients = 8
const singles = 20
/** Some time after its start the service returns memory that only the start needed. */
const afterStartMs = 5_000

interface Work {
  name: string
  send(server: Server, index: number): Promise<void>
}

interface Cost {
  main: number
  all: number
}

const random = createRandom(29)
const send = async ({ url }: Server, user: number, [method, path]: readonly [string, string], body: object) => {
  const headers = { authorization: `Bearer ${getToken(user)}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}

const works: readonly Work[] = [
  {
    name: 'PUT /researchers/me',
    send: (server, index) =>
      send(server, 2 + (index % savers), ['PUT', '/researchers/me'], { bio: drawText(random, length.body) }),
  },
  {
    name: 'POST /job-posts',
    send: (server) =>
      send(server, 1, ['POST', '/job-posts'], {
        title: drawText(random, length.title),
        description: drawText(random, length.body),
        skills: ['Statistics'],
      }),
  },
]

export const indexWrites: Part = {
  name: 'index-writes',
  about: `processor time of a saved profile and a created post at ${scales.map(formatWhole).join(', ')} documents`,
  async run({ folder }) {
    const rows: string[][] = []
    for (const documents of scales) {
      const dataDir = createFolder(folder, `index-writes ${documents}`)
      await prepare(dataDir, documents)
      rows.push(...(await measureAll(dataDir, documents)))
    }
    const heads = ['', 'documents', 'one: main thread', 'all threads', `${savers} in a row: main thread`, 'all threads']
    printTable('Processor time of one change, until the index has it', heads, rows)
  },
}

async function prepare(dataDir: string, documents: number) {
  await prepareData(dataDir, { users, owners: users, notifications: users })
  const db = new DatabaseSync(getDatabasePath(dataDir))
  db.exec('pragma synchronous = off; pragma journal_mode = off; pragma cache_size = -400000; begin')
  db.exec("update users set role = iif(id = 1, 'recruiter', 'researcher'); update plans set job_postings = -1")
  const now = new Date().toISOString()
  const add = db.prepare(
    `insert into researchers (id, user_id, headline, bio, institution, department, location, country, fields, skills,
       languages, years_experience, availability, verified, publications, created_at, updated_at, name_key, quality)
     values (?, ?, '', '', '', '', '', '', '[]', '[]', '[]', 0, 'available', 0, '[]', ?, ?, '', 0)`,
  )
  const ids = Array.from({ length: savers }, (_, index) => 1 + Math.floor((index * (documents - 1)) / savers))
  for (const [index, id] of ids.entries()) add.run(id, index + 2, now, now)
  // The followers begin after these rows.
  db.exec('delete from journal')
  fillIndexes(db, documents, { list: 'job_posts2/', skipped: new Set(ids) })
  // New posts get the ids after the documents.
  db.prepare("insert into sqlite_sequence (name, seq) values ('job_posts', ?)").run(documents)
  db.exec('commit; pragma journal_mode = wal; pragma wal_checkpoint(truncate)')
  db.close()
}

async function measureAll(dataDir: string, documents: number): Promise<string[][]> {
  const server = await startService({ dataDir })
  const db = new DatabaseSync(getDatabasePath(dataDir), { readOnly: true })
  try {
    await pause(afterStartMs)
    const idle = await measureIdle(server)
    const rows: string[][] = []
    for (const work of works) {
      // Brings the profiles into the index, and what is compiled at its first use.
      await measure({ server, db, idle, work }, { count: savers, clients: burstClients, isAlone: false })
      const alone = await measure({ server, db, idle, work }, { count: singles, clients: 1, isAlone: true })
      const burst = await measure({ server, db, idle, work }, { count: savers, clients: burstClients, isAlone: false })
      const figures = [alone.main, alone.all, burst.main, burst.all].map(formatMilliseconds)
      rows.push([work.name, formatWhole(documents), ...figures])
      console.log(rows.at(-1)?.join('   '))
    }
    return rows
  } finally {
    db.close()
    await server.stop()
  }
}

const idleMs = 2_000
const idleSamples = 4

/** Measures the share of the time that the service uses without requests: the least, because it still does what only the start needs. */
async function measureIdle(server: Server): Promise<Cost> {
  const samples: Cost[] = []
  for (let sample = 0; sample < idleSamples; sample++) {
    await server.observe()
    const began = performance.now()
    await pause(idleMs)
    const { cpu, mainCpu } = await server.observe()
    const took = performance.now() - began
    samples.push({ main: mainCpu / took, all: cpu / took })
  }
  return { main: Math.min(...samples.map(({ main }) => main)), all: Math.min(...samples.map(({ all }) => all)) }
}

interface Subject {
  server: Server
  db: DatabaseSync
  idle: Cost
  work: Work
}

interface Load {
  count: number
  clients: number
  /** Waits for the index after each request. */
  isAlone: boolean
}

async function measure({ server, db, idle, work }: Subject, { count, clients, isAlone }: Load): Promise<Cost> {
  await server.observe()
  const began = performance.now()
  let next = 0
  const sendSome = async () => {
    for (let index = next++; index < count; index = next++) {
      await work.send(server, index)
      if (isAlone) await waitForIndex(db)
    }
  }
  await Promise.all(Array.from({ length: clients }, sendSome))
  await waitForIndex(db)
  const { cpu, mainCpu } = await server.observe()
  const took = performance.now() - began
  return { main: (mainCpu - idle.main * took) / count, all: (cpu - idle.all * took) / count }
}

const patienceMs = 60_000

/** Waits until the index has all changes. */
async function waitForIndex(db: DatabaseSync) {
  const waiting = db.prepare(
    "select count(*) as n from journal where id > (select min(position) from followers where name glob 'search_*')",
  )
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(20)) if (waiting.get()?.n === 0) return
  throw new Error('The index does not follow.')
}
