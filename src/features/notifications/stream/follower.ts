import type { Context } from '#context.ts'
import type { EventStream } from '#http/event-stream.ts'

/** The user of a stream and the access token that it depends on. */
export interface Holder {
  user_id: number
  token_id: number
}

export interface Follower extends Holder {
  readonly stream: EventStream
  /** The newest notification that the client has. */
  known: number
  /** Whether the client had unread data at the last heartbeat. */
  wasFull: boolean
}

/** Returns which of the access tokens are still valid. */
export type GoodTokens = (ctx: Context, ids: readonly number[]) => Promise<Set<number>>
