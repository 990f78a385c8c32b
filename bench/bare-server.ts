/**
 * The reference for throughput: some endpoints written by hand with `node:http` and `node:sqlite`. It runs the same
 * statements, sends the same envelope and headers, and is equally durable. It has no validation, metrics, logging,
 * limits, roles, conditional requests or error handling.
 */

import { createHash } from 'node:crypto'
import { fdatasync, openSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { answer, parsePage } from './bare-answer.ts'
import { createContent } from './bare-content.ts'

const [path = '', port = ''] = process.argv.slice(2)
const origin = `http://127.0.0.1:${port}`

const db = new DatabaseSync(path, { timeout: 0 })
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32768')
db.exec('PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 268435456')
// The service's migrations have already turned on write-ahead logging.
db.prepare('select count(*) from sqlite_schema').get()
const log = openSync(`${path}-wal`, 'r+')

const statements = {
  holder: db.prepare(
    `select users.id, users.role, access_tokens.id as token_id, access_tokens.last_used_at
     from access_tokens join users on users.id = access_tokens.user_id
     where access_tokens.token_hash = ? and access_tokens.expires_at > ? and users.deleted_at is null`,
  ),
  user: db.prepare(
    `select id, name, role, profile_photo, headline, location, skills, coalesce(email, '') as email, pending_email,
       email_verified_at is not null as email_verified, bio <> '' as profile_complete, bio, phone, links,
       (select researchers.id from researchers where researchers.user_id = users.id) as researcher_id,
       (select json_group_array(method) from (
         select 'password' as method where users.password_hash is not null
         union all select provider from identities where identities.user_id = users.id
       )) as login_methods,
       created_at, updated_at
     from users where id = ? and deleted_at is null`,
  ),
  inbox: db.prepare('select last_id, read_up_to from inboxes where user_id = ?'),
  counts: db.prepare('select type, total, unread from inbox_counts where user_id = ?'),
  notifications: db.prepare(
    `select id, type, title, message, ("read" or id <= ?) as read, created_at, data
     from notifications where user_id = ? order by id desc limit ? offset ?`,
  ),
  notification: db.prepare('select id, type, read from notifications where id = ? and user_id = ?'),
  markRead: db.prepare('update notifications set read = true where id = ? and user_id = ? and read = false and id > ?'),
  countRead: db.prepare('update inbox_counts set unread = unread - 1 where user_id = ? and type = ?'),
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
}

const content = createContent(db)

/** A row as `node:sqlite` returns it. */
// biome-ignore lint/suspicious/noExplicitAny: the statement above says which columns a row has.
type Row = any

createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const { method, url = '/' } = request
  const [route = ''] = url.split('?')
  if (route === '/health/live') return answer(response, { data: { status: 'ok' } })
  const user = authenticate(request.headers.authorization)
  if (user === null) return answer(response, { code: 401, message: 'Unauthenticated.' })
  if (method === 'GET' && route === '/auth/me') return answer(response, { data: findUser(user) })
  if (method === 'GET' && route === '/notifications') return answer(response, listNotifications(user, url))
  const listed = method === 'GET' ? content.list(route, new URL(url, origin).searchParams, user) : null
  if (listed !== null) return answer(response, listed)
  if (method === 'POST') return void createItem(request, response, user)
  const [, id] = /^\/notifications\/(\d+)\/read$/.exec(route) ?? []
  if (method !== 'PUT' || id === undefined || !markRead(user, Number(id)))
    return answer(response, { code: 404, message: 'Resource Not Found.' })
  runDurably(() => answer(response, { message: 'The notification is read.' }))
}).listen(Number(port), '127.0.0.1')

function authenticate(authorization = ''): number | null {
  const token = authorization.slice('Bearer '.length)
  if (!token.startsWith('rps_') || token.length !== 47) return null
  const hash = createHash('sha256').update(token).digest('base64url')
  const holder: Row = statements.holder.get(hash, new Date().toISOString())
  return holder?.id ?? null
}

function findUser(id: number) {
  const user: Row = statements.user.get(id)
  user.skills = JSON.parse(user.skills)
  user.links = JSON.parse(user.links)
  user.login_methods = JSON.parse(user.login_methods)
  user.email_verified = user.email_verified === 1
  user.profile_complete = user.profile_complete === 1
  return user
}

function listNotifications(user: number, url: string) {
  const { limit, first, describe } = parsePage(url, origin)
  const inbox: Row = statements.inbox.get(user)
  const counts: Row[] = statements.counts.all(user)
  const rows: Row[] = statements.notifications.all(inbox?.read_up_to ?? 0, user, limit, first)
  for (const row of rows) {
    row.read = row.read === 1
    row.data = JSON.parse(row.data)
  }
  const total = counts.reduce((sum, count) => sum + count.total, 0)
  const unread_count = counts.reduce((sum, count) => sum + count.unread, 0)
  return { data: rows, meta: { ...describe(rows.length, total), unread_count } }
}

function markRead(user: number, id: number): boolean {
  statements.begin.run()
  const notification: Row = statements.notification.get(id, user)
  if (notification !== undefined) {
    const inbox: Row = statements.inbox.get(user)
    const { changes } = statements.markRead.run(id, user, inbox?.read_up_to ?? 0)
    if (changes === 1) statements.countRead.run(user, notification.type)
  }
  statements.commit.run()
  return notification !== undefined
}

async function createItem(request: IncomingMessage, response: ServerResponse, user: number) {
  const created = content.create(request.url ?? '', await text(request), user)
  if (created === null) return answer(response, { code: 422, message: 'The given data was invalid.' })
  runDurably(() => answer(response, created))
}

let waiting: (() => void)[] = []
let syncing = false

/**
 * Runs the function once everything committed so far is on disk. Callers that wait at the same moment share one sync.
 */
function runDurably(then: () => void) {
  waiting.push(then)
  if (!syncing) sync()
}

function sync() {
  syncing = true
  const served = waiting
  waiting = []
  fdatasync(log, (error) => {
    if (error) throw error
    for (const then of served) then()
    syncing = false
    if (waiting.length > 0) sync()
  })
}
