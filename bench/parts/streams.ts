/** The cost of ten thousand mostly idle streams of each kind, and how soon all of them receive an event. */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { getDatabasePath } from '#database/index.ts'
import type { Held, Holding } from '../stream-process.ts'
import { createFolder, prepareData } from '../support/data.ts'
import { formatMilliseconds, formatWhole, printTable } from '../support/figures.ts'
import { readResidentMegabytes } from '../support/memory.ts'
import type { Part } from '../support/part.ts'
import { type Server, startService } from '../support/servers.ts'

const count = 10_000
/** Open files other than streams: the database, data files, the module loader. */
const spare = 200
/** Longer than the interval between two heartbeats of a stream. */
const idleFor = 30_000

export const streams: Part = {
  name: 'streams',
  about: `memory and processor time of ${formatWhole(count)} open streams of notifications, and of changes`,
  async run({ folder }) {
    refuseFewFiles()
    for (const kind of kinds) await measureKind(folder, kind)
  },
}

interface Kind {
  path: string
  /** Makes an event for each user, as another process would. */
  tell: string
}

const kinds: readonly Kind[] = [
  {
    path: '/notifications/stream',
    tell: `insert into notifications (user_id, type, title, message, data, event, created_at)
        select user_id, type, title, message, data, 'told ' || user_id, created_at from notifications;
      update inboxes set last_id = (select max(id) from notifications where user_id = inboxes.user_id)`,
  },
  {
    path: '/changes/stream',
    tell: `insert into changed_objects (kind, object_id) values ('plan', 'professional')`,
  },
]

async function measureKind(folder: string, kind: Kind) {
  const dataDir = createFolder(folder, `streams ${kind.path}`)
  await prepareData(dataDir, { users: count, owners: count, notifications: count })
  const server = await startService({ dataDir })
  const holder = fork(join(import.meta.dirname, '../stream-process.ts'))
  try {
    await measure(server, holder, { dataDir, ...kind })
  } finally {
    holder.kill()
    await server.stop()
  }
}

async function measure(server: Server, holder: ChildProcess, { dataDir, path, tell }: Kind & { dataDir: string }) {
  const before = await readResidentMegabytes(server.pid)
  const begin = performance.now()
  const opened = await printProgress(holder, { url: server.url, streams: count, path })
  if (opened.open !== count) throw new Error(`Only ${opened.open} of ${count} streams could be opened.`)
  const openedIn = performance.now() - begin
  await server.observe()

  await pause(idleFor)
  const idle = await server.observe()
  const after = await readResidentMegabytes(server.pid)
  const { beats } = await printProgress(holder, 'count')

  tellAll(dataDir, tell)
  await pause(idleFor)
  const told = await server.observe()
  const { events } = await printProgress(holder, 'count')

  printTable(
    `${formatWhole(count)} streams of ${path}`,
    ['', '', 'target'],
    [
      ['Resident memory before', `${formatWhole(before)} MB`, ''],
      ['Resident memory with all streams', `${formatWhole(after)} MB`, '< 400 MB'],
      ['For each stream', `${((1024 * (after - before)) / count).toFixed(1)} KB`, ''],
      ['Opened in', formatMilliseconds(openedIn), ''],
      ['Processor time a second, idle', formatMilliseconds(idle.cpu / (idleFor / 1_000)), ''],
      ['Longest delay of the event loop, idle', formatMilliseconds(idle.longestDelay), ''],
      ['Heartbeats received', formatWhole(beats), `≥ ${formatWhole(count)}`],
      ['Events received when all are told', formatWhole(events), formatWhole(count)],
      ['Longest delay of the event loop meanwhile', formatMilliseconds(told.longestDelay), ''],
    ],
  )
}

/** Another process writes, so that the service has to look. */
function tellAll(dataDir: string, statements: string) {
  const db = new DatabaseSync(getDatabasePath(dataDir))
  db.exec(`begin immediate; ${statements}; commit`)
  db.close()
}

async function printProgress(holder: ChildProcess, message: Holding | 'count'): Promise<Held> {
  const reply = once(holder, 'message')
  holder.send(message)
  const [held] = await reply
  return held as Held
}

/** Each stream is one open file on either side. */
function refuseFewFiles() {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files: { soft: number | string } }
  }
  const limit = userLimits?.open_files.soft
  if (typeof limit === 'number' && limit < count + spare)
    throw new Error(
      `A process may open ${limit} files here, and the streams need ${count + spare}: run \`ulimit -n ${2 * count}\` before.`,
    )
}
