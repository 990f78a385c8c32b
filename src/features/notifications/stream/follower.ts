import type { Context } from '#context.ts'
import type { EventStream } from '#http/event-stream.ts'

/** Whose stream it is, and the access token that it hangs on. */
export interface Holder {
  user_id: number
  token_id: number
}

export interface Follower extends Holder {
  readonly stream: EventStream
  /** The newest notification that the client has. */
  known: number
  /** Whether it had not read everything at the last heartbeat either. */
  wasFull: boolean
}

/** Which of the access tokens are still good. */
export type GoodTokens = (ctx: Context, ids: readonly number[]) => Promise<Set<number>>
