/** Creates databases to measure: the service's own migrations, filled by plain SQL. */

import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hashToken } from '#core/random.ts'
import { getDatabasePath } from '#database/index.ts'
import { openDatabase } from '#service/open-database.ts'

export interface Size {
  users: number
  /** Evenly distributed: notification n, counted from 0, has the id n + 1 and belongs to user `ownerOf(n, users)`. */
  notifications: number
  /** The number of users who own all the notifications. */
  owners: number
}

/** Owners alternate, so that the notifications of one user are scattered over the table, as in a real database. */
export const getOwner = (notification: number, owners: number) => 1 + (notification % owners)

/** The access token of a user. */
export const getToken = (user: number) => `rps_${String(user).padStart(43, '0')}`

/** Creates a data folder of the given size. */
export async function prepareData(folder: string, size: Size): Promise<void> {
  await (await openDatabase({ databaseUrl: null, dataDir: folder })).close()
  const db = new DatabaseSync(getDatabasePath(folder))
  db.exec('pragma synchronous = off; pragma cache_size = -400000; begin')
  addUsers(db, size.users)
  addTokens(db, size.owners)
  addNotifications(db, size)
  // The feed begins after these rows.
  db.exec('delete from changed_objects')
  db.exec('commit; pragma wal_checkpoint(truncate)')
  db.close()
}

/** Copies the data folder for another server. */
export function copyData(from: string, to: string): string {
  mkdirSync(to, { recursive: true })
  copyFileSync(getDatabasePath(from), getDatabasePath(to))
  return to
}

/** Makes an earlier version accept the data, if it does not need what later migrations changed. */
export function removeUnknownMigrations(folder: string, root: string): void {
  const known = readdirSync(join(root, 'src/database/migrations')).map((file) => file.replace(/\.ts$/, ''))
  const db = new DatabaseSync(getDatabasePath(folder))
  db.prepare('delete from migrations where name not in (select value from json_each(?))').run(JSON.stringify(known))
  db.close()
}

export const createFolder = (folder: string, name: string) => join(folder, name.replaceAll(/\W+/g, '-'))

const numbers = 'with recursive n(i) as (select 0 union all select i + 1 from n where i < :count - 1)'
const now = new Date().toISOString()

function addUsers(db: DatabaseSync, count: number) {
  const links = JSON.stringify({ website: 'https://example.org', linkedin: '', orcid: '', github: '' })
  db.prepare(
    `${numbers} insert into users
      (name, email, email_verified_at, password_hash, role, headline, bio, location, skills, links, created_at, updated_at)
     select 'Person ' || i, 'person' || i || '@example.org', :now, '', 'learner', 'Learns things',
       'Curious about everything there is to know.', 'Vienna', '["statistics","writing"]', :links, :now, :now from n`,
  ).run({ count, now, links })
  db.prepare("insert into counters (name, change) values ('users.learner', ?)").run(count)
}

/** The time of their last use is in the future, so that the service does not update it during the measurement. */
export function addTokens(db: DatabaseSync, count: number) {
  const later = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const add = db.prepare(
    `insert into access_tokens
      (user_id, token_hash, device, ip_address, user_agent, created_at, last_used_at, expires_at)
     values (?, ?, 'Benchmark', '', '', ?, ?, ?)`,
  )
  for (let user = 1; user <= count; user++) add.run(user, hashToken(getToken(user)), now, later, later)
}

function addNotifications(db: DatabaseSync, { notifications: count, owners }: Size) {
  const data = JSON.stringify({ url: '/courses/17', action: 'view_course' })
  db.prepare(
    `${numbers} insert into notifications (user_id, type, title, message, data, event, created_at)
     select 1 + i % :owners,
       case (i / :owners) % 3 when 0 then 'course_update' when 1 then 'exam_reminder' else 'project_invite' end,
       'Something happened', 'A course you follow has a new lesson; it is number ' || i || '.',
       :data, 'benchmark:' || i, :now from n`,
  ).run({ count, owners, data, now })
  db.exec(
    `insert into inboxes (user_id, last_id) select user_id, max(id) from notifications group by user_id;
     insert into inbox_counts (user_id, type, total, unread)
       select user_id, type, count(*), count(*) from notifications group by user_id, type`,
  )
}
