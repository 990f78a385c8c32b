import type { Context } from '#context.ts'
import { unauthenticated } from '#core/problem.ts'
import {
  allUsers,
  type EventBatch,
  type EventSource,
  type FindValidTokens,
  type Follower,
  type Holder,
  type NewestEvent,
} from '#features/streams/index.ts'
import { listAudiences, mergeRows, type Reader, toReader } from './audiences.ts'
import { type ChangeRow, numbers, readers } from './queries.ts'
import type { Change } from './schemas.ts'
import { readChanges } from './service.ts'
import type { ChangeTail } from './tail.ts'

/** Creates the source of change streams. */
export const createChangeSource = (ctx: Context, tail: ChangeTail, findValidTokens: FindValidTokens): EventSource => ({
  name: 'change streams',
  event: 'change',
  async listen(tell, tellAll) {
    // A signal also says that a token has ended, which ends its streams.
    const ignoreSignals = await ctx.db.signals.subscribe((userId) => {
      tell(userId)
      tell(allUsers)
    })
    const ignoreChanges = await tail.subscribe((rows) => {
      tell(allUsers)
      for (const audience of new Set(rows.map((row) => row.audience)))
        if (audience.startsWith('user:')) tell(Number(audience.slice(5)))
        else tellAll()
    })
    return () => {
      ignoreSignals()
      ignoreChanges()
    }
  },
  async read(known, most) {
    const audiences = await listAudiences(
      ctx,
      known.map(({ user_id }) => user_id),
    )
    const news = new Map<number, EventBatch>()
    for (const one of known)
      news.set(one.user_id, await readNews(ctx, tail, { ...one, most, audiences: audiences.get(one.user_id) ?? [] }))
    return news
  },
  async findValidTokens(followers) {
    const good = await findValidTokens(ctx, [...new Set(followers.map(({ token_id }) => token_id))])
    for (const token of await listTokensOfOthers(ctx, followers)) good.delete(token)
    return good
  },
})

/** The tokens that followed all users, and whose users are no administrators any more. */
async function listTokensOfOthers(ctx: Context, followers: readonly Follower[]): Promise<number[]> {
  const all = followers.filter(({ subject }) => subject === allUsers)
  if (all.length === 0) return []
  const rows = await readers.administrators.all(ctx, { user_ids: all.map(({ user_id }) => user_id) })
  const administrators = new Set(rows.map(({ id }) => id))
  return all.flatMap(({ user_id, token_id }) => (administrators.has(user_id) ? [] : [token_id]))
}

interface StreamRequest extends NewestEvent {
  most: number
  audiences: readonly string[]
}

/** Reads the news of a subject, from memory if they are kept there. */
async function readNews(
  ctx: Context,
  tail: ChangeTail,
  { user_id, id, most, audiences }: StreamRequest,
): Promise<EventBatch> {
  const { last } = tail
  const kept = tail.readAfter(id)
  if (kept === null) {
    const question = { reader: { subject: user_id, kinds: null }, types: null, limit: most }
    const { rows, reached } = await readChanges(ctx, id, question)
    return { events: rows.map(toEvent), reached, more: reached < last }
  }
  const isForSubject = ({ audience }: ChangeRow) => user_id === allUsers || audiences.includes(audience)
  const all = mergeRows(ctx, kept.filter(isForSubject))
  const events = all.slice(0, most).map(toEvent)
  const more = all.length > most
  return { events, reached: more ? (events.at(-1)?.id ?? id) : last, more }
}

const toEvent = (change: Change) => ({ id: change.id, type: change.type, data: change })

/** Returns the reader of a stream: its request's, or that of the access token that got the ticket. */
export async function getReader(ctx: Context, { user_id, token_id }: Holder): Promise<Reader> {
  const holder = await readers.ofToken.maybe(ctx, { token_id })
  if (holder === null) throw unauthenticated
  return toReader({ id: user_id, ...holder })
}

/** Returns the change after which the stream begins: the one that the client has, but none in the future. */
export async function getLastKnownNumber(ctx: Context, said: number | undefined): Promise<number | null> {
  const { last, deleted } = await numbers.get.one(ctx, {})
  if (said !== undefined && said < deleted) return null
  return Math.min(said ?? last, last)
}
