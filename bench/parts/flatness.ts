/**
 * Whether a first page takes the same time at a thousand and at a million rows, and how long the event loop is blocked.
 */

import { DatabaseSync } from 'node:sqlite'
import { getDatabasePath } from '#database/index.ts'
import { createFolder, getToken, prepareData } from '../support/data.ts'
import { formatMilliseconds, formatRatio, getMedian, printTable } from '../support/figures.ts'
import type { Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const few = 1_000
const many = 1_000_000
const warmUp = 200

interface Operation {
  name: string
  method: 'GET' | 'PUT'
  path: string
  samples: number
  /** Who asks; an administrator by default. */
  user?: number
  /** Resets what the request changed, so that it can be sent again. */
  before?: string
}

const operations: readonly Operation[] = [
  { name: 'GET /users', method: 'GET', path: '/users', samples: 400 },
  { name: 'GET /notifications', method: 'GET', path: '/notifications', samples: 400 },
  { name: 'GET …/unread-count', method: 'GET', path: '/notifications/unread-count', samples: 400 },
  {
    name: 'PUT …/read-all',
    method: 'PUT',
    path: '/notifications/read-all',
    samples: 100,
    before: 'update inboxes set read_up_to = 0; update inbox_counts set unread = total',
  },
  // The feed, which has ten times as many rows, from its middle.
  { name: 'GET /changes, of all', method: 'GET', path: '/changes?since=:middle&limit=100', samples: 200 },
  { name: 'GET /changes, of a user', method: 'GET', path: '/changes?since=:middle&limit=100', samples: 200, user: 2 },
  {
    name: 'GET /changes?types=…',
    method: 'GET',
    path: '/changes?since=:middle&limit=100&types=course',
    samples: 200,
    user: 2,
  },
  // Lists of the console. A read of people appends a row to the audit log.
  { name: 'GET /admin/users?state=active', method: 'GET', path: '/admin/users?state=active', samples: 200 },
  { name: 'GET /admin/users', method: 'GET', path: '/admin/users', samples: 200 },
  { name: 'GET /admin/users?search=…', method: 'GET', path: '/admin/users?search=900', samples: 200 },
  { name: 'GET /admin/users/{id}', method: 'GET', path: '/admin/users/500', samples: 200 },
  { name: 'GET /admin/audit', method: 'GET', path: '/admin/audit', samples: 200 },
  { name: 'GET /admin/waiting', method: 'GET', path: '/admin/waiting', samples: 200 },
]

/** The audit log of a long time; its hashes are not right, which no list asks. */
const fillAuditLog = (rows: number) => `
  insert into audit_log (id, created_at, actor, actor_id, action, object_kind, object_id, user_id, outcome,
    details, details_hash, previous_hash, hash)
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})
  select n, '2026-01-01T00:00:00.000Z', 'administrator', 1, 'showPerson', 'user', n, n, 'done',
    '{"changes":null,"reason":null,"address":null}', '', '', '' from numbers;
  update audit_end set last_id = ${rows}, created_at = '2026-01-01T00:00:00.000Z';
  update users set role = 'admin' where id = 1`

/** Changes that all see, and every tenth of one user. */
const fillChanges = (rows: number) => `
  insert into changes (audience, number, act, kind, object_id, parent_id, occurred_at)
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})
  select iif(n % 10 = 0, 'user:' || (n / 10 % 100 + 1), 'public'), n, 'updated', iif(n % 3 = 0, 'course', 'job_post'), n,
    null, '2026-01-01T00:00:00.000Z' from numbers;
  update change_numbers set last = ${rows}`

interface Subject {
  changes: number
  server: Server
  db: DatabaseSync
}

export const flatness: Part = {
  name: 'flatness',
  about: 'first pages at 1,000 and at 1,000,000 rows, and the longest delay of the event loop',
  async run({ folder }) {
    const subjects = await Promise.all([few, many].map((rows) => startSubject(folder, rows)))
    try {
      const rows: string[][] = []
      for (const operation of operations) rows.push(await compare(operation, subjects))
      printTable(
        'Latency of one request at a time, and the longest delay of the event loop',
        ['', 'at 1,000', 'at 1,000,000', 'ratio', 'delay at 1,000', 'at 1,000,000'],
        rows,
      )
    } finally {
      for (const { db } of subjects) db.close()
      await Promise.all(subjects.map(({ server }) => server.stop()))
    }
  },
}

/** Creates this many users, and gives one of them as many notifications. */
async function startSubject(folder: string, rows: number): Promise<Subject> {
  const dataDir = createFolder(folder, `flatness ${rows}`)
  await prepareData(dataDir, { users: rows, owners: 2, notifications: rows })
  const db = new DatabaseSync(getDatabasePath(dataDir))
  // The service writes too.
  db.exec('pragma busy_timeout = 30000')
  db.exec(fillAuditLog(rows))
  db.exec(fillChanges(10 * rows))
  db.exec('delete from changed_objects')
  return { changes: 10 * rows, server: await startService({ dataDir }), db }
}

/** Alternates between the small and the large database, request by request. */
async function compare(operation: Operation, subjects: Subject[]): Promise<string[]> {
  const times = subjects.map((): number[] => [])
  const round = async () => {
    for (const [index, subject] of subjects.entries()) times[index]?.push(await measureTime(operation, subject))
  }
  for (let one = 0; one < Math.min(warmUp, operation.samples); one++) await round()
  for (const { server } of subjects) await server.observe()
  for (const mine of times) mine.length = 0
  for (let one = 0; one < operation.samples; one++) await round()

  const observed = await Promise.all(subjects.map(({ server }) => server.observe()))
  const [small = [], large = []] = times
  return [
    operation.name,
    formatMilliseconds(getMedian(small)),
    formatMilliseconds(getMedian(large)),
    formatRatio(getMedian(large) / getMedian(small)),
    ...observed.map(({ longestDelay }) => formatMilliseconds(longestDelay)),
  ]
}

async function measureTime(
  { method, path: template, before, user = 1 }: Operation,
  { server, db, changes }: Subject,
): Promise<number> {
  const path = template.replace(':middle', String(changes / 2))
  if (before !== undefined) db.exec(before)
  const begin = performance.now()
  const headers = { authorization: `Bearer ${getToken(user)}` }
  const response = await fetch(`${server.url}${path}`, { method, headers })
  await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}.`)
  return performance.now() - begin
}
