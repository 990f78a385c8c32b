/**
 * The reference for throughput on PostgreSQL: the endpoints of `bare-server.ts` by hand with `node:http` and `pg`, in
 * transactions with the server's usual isolation, one statement after the other. Creations add one row, or do all that the
 * service does in its transaction.
 */

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { answer, parsePage } from './bare-answer.ts'
import { parseItem } from './bare-content.ts'
import { afterCreation, beforeCreation } from './bare-creations.ts'

const [connectionString = '', port = '', work = ''] = process.argv.slice(2)
/** Whether a creation also does what the service does in its transaction, or adds one row only. */
const isComplete = work === 'complete'
const origin = `http://127.0.0.1:${port}`
const pool = new pg.Pool({ connectionString, max: 16 })
// Ids are small, and `pg` gives them as text.
pg.types.setTypeParser(20, Number)

const statements = {
  holder: `select users.id, users.role, access_tokens.id as token_id, access_tokens.last_used_at
    from access_tokens join users on users.id = access_tokens.user_id
    where access_tokens.token_hash = $1 and access_tokens.expires_at > $2 and users.deleted_at is null`,
  user: `select id, name, role, profile_photo, headline, location, skills, coalesce(email, '') as email, pending_email,
      email_verified_at is not null as email_verified, bio <> '' as profile_complete, bio, phone, links,
      (select researchers.id from researchers where researchers.user_id = users.id) as researcher_id,
      (select jsonb_agg(method) from (
        select 'password' as method where users.password_hash is not null
        union all select provider from identities where identities.user_id = users.id
      ) as methods) as login_methods,
      created_at, updated_at
    from users where id = $1 and deleted_at is null`,
  inbox: 'select last_id, read_up_to from inboxes where user_id = $1',
  counts: 'select type, total, unread from inbox_counts where user_id = $1',
  notifications: `select id, type, title, message, ("read" or id <= $1) as read, created_at, data
    from notifications where user_id = $2 order by id desc limit $3 offset $4`,
  notification: 'select id, type, read from notifications where id = $1 and user_id = $2',
  markRead: 'update notifications set read = true where id = $1 and user_id = $2 and read = false and id > $3',
  countRead: 'update inbox_counts set unread = unread - 1 where user_id = $1 and type = $2',
}

// biome-ignore lint/suspicious/noExplicitAny: the statement says which columns a row has.
type Row = any
type Name = keyof typeof statements

async function run(client: Pick<pg.PoolClient, 'query'>, name: Name, ...values: unknown[]) {
  return client.query<Row>({ name, text: statements[name], values })
}

createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  if (request.url === '/health/live') return answer(response, { data: { status: 'ok' } })
  respond(request, response).catch((error: unknown) => {
    // The load ends in the middle of requests.
    if (request.destroyed) return
    console.error(error)
    answer(response, { code: 500, message: 'Error' })
  })
}).listen(Number(port), '127.0.0.1')

async function respond(request: IncomingMessage, response: ServerResponse) {
  const { method = '', url = '/', headers } = request
  const user = await authenticate(headers.authorization)
  if (user === null) return answer(response, { code: 401, message: 'Unauthenticated.' })
  const [route = ''] = url.split('?')
  if (method === 'GET' && route === '/auth/me')
    return answer(response, { data: (await run(pool, 'user', user)).rows[0] })
  if (method === 'GET' && route === '/notifications') return answer(response, await listNotifications(user, url))
  if (method === 'POST') return createItem(request, response, user)
  const [, id] = /^\/notifications\/(\d+)\/read$/.exec(route) ?? []
  if (method !== 'PUT' || id === undefined || !(await markRead(user, Number(id))))
    return answer(response, { code: 404, message: 'Resource Not Found.' })
  answer(response, { message: 'The notification is read.' })
}

async function authenticate(authorization = ''): Promise<number | null> {
  const token = authorization.slice('Bearer '.length)
  if (!token.startsWith('rps_') || token.length !== 47) return null
  const hash = createHash('sha256').update(token).digest('base64url')
  const { rows } = await run(pool, 'holder', hash, new Date().toISOString())
  return rows[0]?.id ?? null
}

async function listNotifications(user: number, url: string) {
  const { limit, first, describe } = parsePage(url, origin)
  const [inbox, counts] = await Promise.all([run(pool, 'inbox', user), run(pool, 'counts', user)])
  const readUpTo = inbox.rows[0]?.read_up_to ?? 0
  const { rows } = await run(pool, 'notifications', readUpTo, user, limit, first)
  const total = counts.rows.reduce((sum: number, count: Row) => sum + count.total, 0)
  const unread_count = counts.rows.reduce((sum: number, count: Row) => sum + count.unread, 0)
  return { data: rows, meta: { ...describe(rows.length, total), unread_count } }
}

async function createItem(request: IncomingMessage, response: ServerResponse, user: number) {
  const path = request.url ?? ''
  const item = parseItem(path, await text(request), user)
  if (item === null) return answer(response, { code: 422, message: 'The given data was invalid.' })
  if (isComplete) return answer(response, { code: 201, data: await createCompletely(path, item, user) })
  // A single statement is a transaction of its own.
  const { rows } = await addRow(pool, path, item)
  answer(response, { code: 201, data: { ...item.data, id: rows[0]?.id } })
}

type Item = NonNullable<ReturnType<typeof parseItem>>

const addRow = (client: Pick<pg.PoolClient, 'query'>, path: string, { insert, values }: Item) =>
  client.query<Row>({ name: path, text: `${insert.replaceAll('?', '$')} returning id`, values })

/** Runs the statements of the service with its isolation, one after the other, and again after a conflict. */
async function createCompletely(path: string, item: Item, user: number): Promise<Row> {
  const client = await pool.connect()
  try {
    for (;;) {
      try {
        await client.query('begin isolation level serializable')
        for (const { name, text } of beforeCreation[path] ?? []) await client.query({ name, text, values: [user] })
        const { rows } = await addRow(client, path, item)
        let created: Row
        for (const { name, text, values } of afterCreation[path] ?? [])
          created = (await client.query<Row>({ name, text, values: values(rows[0].id, user, item.data) })).rows[0]
        await client.query('commit')
        return created
      } catch (error) {
        await client.query('rollback')
        if (!(error instanceof pg.DatabaseError) || error.code !== '40001') throw error
      }
    }
  } finally {
    client.release()
  }
}

async function markRead(user: number, id: number): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [notification] = (await run(client, 'notification', id, user)).rows
    if (notification !== undefined) {
      const [inbox] = (await run(client, 'inbox', user)).rows
      const { rowCount } = await run(client, 'markRead', id, user, inbox?.read_up_to ?? 0)
      if (rowCount === 1) await run(client, 'countRead', user, notification.type)
    }
    await client.query('commit')
    return notification !== undefined
  } finally {
    client.release()
  }
}
