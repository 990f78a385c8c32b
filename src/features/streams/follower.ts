import type { Context } from '#context.ts'
import type { EventStream } from '#http/event-stream.ts'

/** The user of a stream and the access token that it depends on. */
export interface Holder {
  user_id: number
  token_id: number
}

export interface Follower extends Holder {
  /** Whose events are sent: the user's id, or `allUsers`. */
  readonly subject: number
  /** Returns whether events of the type are sent; all are by default. */
  readonly accepts?: ((type: string) => boolean) | undefined
  readonly stream: EventStream
  /** The id of the newest event that the client has. */
  known: number
  /** Whether the client had unread data at the last heartbeat, and has not read it since. */
  wasFull: boolean
}

/** The subject of administrators who follow the events of all users. No user has this id. */
export const allUsers = 0

export interface StreamedEvent {
  readonly id: number
  /** For `accepts`. */
  readonly type?: string
  readonly data: object
}

/** The newest event that the followers of a subject have. */
export interface NewestEvent {
  user_id: number
  id: number
}

/** The next events of a subject. */
export interface EventBatch {
  events: readonly StreamedEvent[]
  /** Every event up to this id was read. */
  reached: number
  /** Whether there may be more already. */
  more: boolean
}

/** Where the events of a kind of stream come from. */
export interface EventSource {
  /** For the log. */
  readonly name: string
  /** The name of each event. */
  readonly event: string
  /** Calls back when there may be something new for a subject or for all. Resolves when nothing can be missed. */
  listen(tell: (subject: number) => void, tellAll: () => void): Promise<() => void>
  /** Returns the events after the known ones, at most `most` for each subject. */
  read(known: readonly NewestEvent[], most: number): Promise<ReadonlyMap<number, EventBatch>>
  /** Returns the access tokens whose streams may go on. */
  findValidTokens(followers: readonly Follower[]): Promise<ReadonlySet<number>>
}

/** Returns which of the access tokens are still valid. */
export type FindValidTokens = (ctx: Context, ids: readonly number[]) => Promise<Set<number>>
