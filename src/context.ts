/** Everything a piece of work may touch, and who is asking. */

import type { Role } from '#database/tables/index.ts'
import type { IdentityProviders } from './adapters/identity/provider.ts'
import type { MailTransport } from './adapters/mail/transport.ts'
import type { Passwords } from './adapters/passwords.ts'
import type { PaymentGateway } from './adapters/payments/gateway.ts'
import type { Storage } from './adapters/storage/storage.ts'
import type { Config } from './config.ts'
import type { Clock } from './core/time.ts'
import type { Connection, Database } from './database/database.ts'

/** What logs events: pino in the service. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** The parts of the running service. */
export interface Platform {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly mail: MailTransport
  readonly passwords: Passwords
  readonly identity: IdentityProviders
  readonly storage: Storage
  readonly payments: PaymentGateway
  /** Looks for tasks that are due now, instead of at the next poll. */
  readonly wake: () => void
}

/** Who asks. Nobody in particular has the id 0, which no row has. */
export interface Actor {
  readonly id: number
  readonly role: Role | 'anonymous' | 'system'
  /** The access token that was used; 0 without one. */
  readonly token_id: number
}

export const anonymous: Actor = { id: 0, role: 'anonymous', token_id: 0 }
/** The service itself, in background work. */
export const system: Actor = { id: 0, role: 'system', token_id: 0 }

/** Where a request came from. */
export interface Origin {
  readonly address: string | null
  readonly userAgent: string | null
}

export const noOrigin: Origin = { address: null, userAgent: null }

export interface Context extends Platform {
  readonly actor: Actor
  readonly origin: Origin
}

/** What a function takes that may run inside a transaction or outside. */
export type AnyContext = Context | Transaction

declare const inside: unique symbol

/** A context inside a transaction. A function that must run in one takes this, so that nothing else compiles. */
export interface Transaction extends Omit<Context, 'db'> {
  readonly db: Connection
  readonly [inside]: true
  /** Runs once the commit is on disk, and not at all when there is none. Must not throw. */
  readonly afterCommit: (effect: () => void) => void
  /** Tells every instance, after the commit, that there is something new about the person. */
  readonly signal: (userId: number) => void
}

/**
 * Runs the work in one serializable transaction. It may run several times (PostgreSQL retries), so it touches nothing
 * but the database.
 */
export async function inTransaction<T>(ctx: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let effects: (() => void)[] = []
  let signals = new Set<number>()
  const result = await ctx.db.transaction((db) => {
    effects = []
    signals = new Set()
    const tx = {
      ...ctx,
      db,
      afterCommit: (effect: () => void) => effects.push(effect),
      signal: (userId: number) => signals.add(userId),
    }
    return work(tx as unknown as Transaction)
  })
  for (const effect of effects) effect()
  for (const userId of signals) ctx.db.signals.send(userId)
  return result
}

/** The context of work nobody asked for. */
export const createSystemContext = (platform: Platform): Context => ({
  ...platform,
  actor: system,
  origin: noOrigin,
})
