/**
 * Followers read the journal, one row for each object that a transaction touched, and write what follows from the changes: the numbers of the
 * feed, the index of a search. Each has a cursor, which moves in the transaction of what it wrote, so that nothing is repeated or skipped.
 */

import type { Context, Transaction } from '#context.ts'
import { describeModule, type WorkerModule } from '#core/worker-module.ts'
import type { Connection, TransactionalConnection } from '#database/database.ts'

/** A row of the journal. */
export interface Change {
  id: number
  kind: string
  object_id: string
  /** The groups of fields that changed, separated by spaces: `shown`, `found`, `access` and those that the rights declare. */
  parts: string
}

/** The transaction of a follower. It may run in a thread, which has the database, the time and little else. */
export type FollowerTransaction = Pick<Transaction, 'db' | 'clock' | 'wake' | 'afterCommit'>

/** What a follower reads with, outside of a transaction. */
export interface FollowerReading {
  readonly db: Connection
  readonly clock: Transaction['clock']
}

/** What is known of a follower without loading what it does. */
export interface FollowerDeclaration {
  /** The name in the table. It must not change. */
  readonly name: string
  /**
   * The format of what it stores, at least 1. A larger one than the stored one is built anew from the tables; an instance of an earlier release
   * then leaves the follower to those that know the format.
   */
  readonly format: number
  /** Returns whether it left work for itself, for which it is called also without changes. */
  hasPending?(ctx: FollowerReading): Promise<boolean>
}

interface FollowerBase extends FollowerDeclaration {
  /** Rows of other kinds move the cursor and are not shown to it. */
  readonly kinds: readonly string[]
  /**
   * Whether its readers merge the changes that it has not read. While the process writes all the time, it then lets some hundred of them wait:
   * a hundred that are read at once need half the time for each that five need, and leave the lock to the requests.
   */
  readonly mayLag?: boolean
  /**
   * Writes what the tables have, in the order of a key: the next rows after `after`, 0 at the beginning, when it also removes what it stored
   * before. Changes are applied meanwhile, so that both must be harmless in any order. Without it, the follower begins with the changes to come.
   */
  build?(tx: FollowerTransaction, after: number, limit: number): Promise<{ last: number; isWhole: boolean }>
  /** Builds all anew in its own way, while what it stored goes on to serve; without it `build` does. */
  rebuild?(ctx: Context): Promise<void>
  /** Why what it stores cannot be built anew, where neither `build` nor `rebuild` does. */
  readonly whyNotRebuilt?: string
}

/** Writes what follows from the changes, which are in the order in which they became visible. */
interface ApplyingFollower extends FollowerBase {
  apply(tx: FollowerTransaction, changes: readonly Change[]): Promise<void>
}

/**
 * Reads and computes outside of the transaction, on SQLite, and returns what writes within it. The follower must be the only writer of what it
 * reads of itself; a row that changes after it was read has a change of its own, which comes next.
 */
interface PreparingFollower extends FollowerBase {
  prepare(ctx: FollowerReading, changes: readonly Change[]): Promise<(tx: FollowerTransaction) => Promise<void>>
}

export type Follower = ApplyingFollower | PreparingFollower

/** A module with followers, which is loaded where they run, and only when they have something to do. */
export interface FollowerModule extends WorkerModule<{ followers: readonly Follower[] }> {
  readonly declarations: readonly FollowerDeclaration[]
}

/**
 * Describes a module of followers by its type, its address and their declarations:
 * `describeFollowers<typeof import('./follower.ts')>(new URL('./follower.ts', import.meta.url), [feedDeclaration])`.
 */
export const describeFollowers = <Exports extends { followers: readonly Follower[] }>(
  url: URL,
  declarations: readonly FollowerDeclaration[],
): FollowerModule => ({ ...describeModule<Exports>(url), declarations })

/** What runs followers: the context of the service, or what a thread has. */
export interface FollowerContext extends Pick<Context, 'clock' | 'wake'> {
  readonly db: TransactionalConnection
}

/** Loads the followers of modules. */
export async function loadFollowers(urls: readonly string[]): Promise<Follower[]> {
  const modules = await Promise.all(urls.map((url) => import(url) as Promise<{ followers: readonly Follower[] }>))
  return modules.flatMap(({ followers }) => followers)
}
