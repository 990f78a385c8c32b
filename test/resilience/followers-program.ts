/**
 * An instance that writes job posts and runs the followers of the feed and of saved searches in their thread, until it is killed. It prints the
 * title of each post once its commit is acknowledged.
 */

import type { Context } from '#context.ts'
import { systemClock } from '#core/time.ts'
import type { Statement } from '#database/database.ts'
import { openPostgres } from '#database/postgres/engine.ts'
import { openSqlite } from '#database/sqlite/engine.ts'
import { recordChangeNumbers } from '#features/changes/follower.ts'
import { feedFollower } from '#features/changes/follower-module.ts'
import { savedSearchFollower } from '#features/saved-searches/follower-module.ts'
import { startFollowers } from '#platform/followers/runtime.ts'

export interface Instance {
  location: { path: string } | { url: string }
  /** The post that is copied, and its columns besides the id and the title. */
  post: number
  columns: readonly string[]
  name: string
}

const { location, post, columns, name } = JSON.parse(process.argv[2] ?? '') as Instance
const db = 'url' in location ? await openPostgres(location.url, { connections: 4 }) : openSqlite(location.path)
const list = columns.map((column) => `"${column}"`).join(', ')
const copy: Statement = {
  key: -41,
  sql: `insert into job_posts (title, ${list}) select ${'url' in location ? '$1' : '?'}, ${list} from job_posts where id = ${post}`,
  parameters: ['title'],
  decodings: new Map(),
  reads: false,
}

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object) => void process.stderr.write(JSON.stringify(fields)),
}
// Followers need no more of the service.
const ctx = { db, clock: systemClock, log, wake: () => undefined } as unknown as Context
startFollowers(ctx, [feedFollower, savedSearchFollower], { inThread: true, poll: 50 })

async function write(writer: number) {
  for (let n = 0; ; n++) {
    const titles = Array.from({ length: 1 + (n % 3) }, (_, index) => `${name} ${writer} ${n} ${index}`)
    await db.transaction(async (tx) => {
      for (const title of titles) await tx.run(copy, { title })
    })
    process.stdout.write(titles.map((title) => `${title}\n`).join(''))
    if (n % 8 === 7) await recordChangeNumbers(ctx)
  }
}

await Promise.all([0, 1, 2].map(write))
