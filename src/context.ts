/** The context of a piece of work: everything that it may use, and the actor. */

import type { PaymentGateways } from '#adapters/payments/gateways.ts'
import type { Role } from '#database/tables/index.ts'
import type { TextExtractor } from './adapters/document-text.ts'
import type { IdentityProviders } from './adapters/identity/provider.ts'
import type { MailTransport } from './adapters/mail/transport.ts'
import type { Passwords } from './adapters/passwords.ts'
import type { WorkRegistries } from './adapters/registries/registries.ts'
import type { Storage } from './adapters/storage/storage.ts'
import type { Config } from './config.ts'
import { toNetwork } from './core/ip-network.ts'
import type { Scope } from './core/scopes.ts'
import { type Clock, getRunningClock, Moment } from './core/time.ts'
import type { Database, TransactionConnection, TransactionOptions } from './database/database.ts'
import { createLocalizer, type Localizer } from './language/wording.ts'

/** The logger: pino in the service. */
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
  readonly registries: WorkRegistries
  readonly storage: Storage
  readonly payments: PaymentGateways
  readonly extractText: TextExtractor
  /** Makes the worker look for due tasks now instead of at the next poll. */
  readonly wake: () => void
  /** Runs the schedules and tasks that are due, and the tasks that these queue. */
  readonly runDueWork: () => Promise<void>
  /** Returns when a task, or a row that a schedule looks for, is due next; null for never. */
  readonly findNextDue: () => Promise<string | null>
  /** Lets the features react to a change of what users have proven, in the transaction that changes it. */
  readonly emitEvidenceChanged: (tx: Transaction, change: EvidenceChange) => Promise<void>
  /** Lets the features react to a user who has shown that an address is theirs, in the transaction that stores it. */
  readonly emitEmailVerified: (tx: Transaction, verified: VerifiedEmail) => Promise<void>
  /** Lets the features react to a change of a company and its members, in the transaction of it. */
  readonly emitCompanyChanged: (tx: Transaction, change: CompanyChange) => Promise<void>
}

/**
 * A member who has left a company (`hasLeft`) or may no longer recruit or pay for it, and who may take over, first of all an owner; an invitation
 * that is about to be added; or the deletion of a company.
 */
export type CompanyChange =
  | { companyId: number; leaverId: number; successorIds: readonly number[]; hasLeft: boolean }
  | { companyId: number; formerPayerId: number; successorIds: readonly number[] }
  | { companyId: number; isGrowing: true }
  | { companyId: number; isDeleted: true }

/**
 * What changed: the proofs of some users, all that an exam, course, project or author gives, what a job post asks for, or
 * that a user has signed in at ORCID.
 */
export type EvidenceChange =
  | { userIds: readonly number[] }
  | { examId: number }
  | { courseId: number }
  | { projectId: number }
  | { authorId: number }
  | { jobPostId: number }
  | { orcidUserId: number }

/** A user and the address that is theirs from now on. */
export interface VerifiedEmail {
  user_id: number
  email: string
}

/** The user who makes a request. Without a user the id is 0, which no row has. */
export interface Actor {
  readonly id: number
  readonly role: Role | 'anonymous' | 'system'
  /** The id of the access token or API key of the request; 0 without one. */
  readonly token_id: number
  /** What the API key of the request may do; null for a session, which may do everything. */
  readonly scopes: readonly Scope[] | null
  /** True where the domain of the address decides who may sign up (`SIGN_UP_DOMAINS`), until the address is verified. */
  readonly lacks_verified_email: boolean
  /** True for a role that needs a second factor (`REQUIRE_TWO_FACTOR`) until the user has set one up. */
  readonly lacks_second_factor: boolean
}

const noCredentials = { id: 0, token_id: 0, scopes: null, lacks_verified_email: false, lacks_second_factor: false }
/** Returns the API key of the actor, with which what it creates for reading without it ends; null for a session. */
export const getApiKeyId = ({ scopes, token_id }: Actor): number | null => (scopes === null ? null : token_id)
export const anonymous: Actor = { ...noCredentials, role: 'anonymous' }
/** Returns the context of a visitor: what is cached for all visitors is read without the rights of the one who asks first. */
export const toAnonymous = (ctx: Context): Context => ({ ...ctx, actor: anonymous })
/** The service itself, in background work. */
export const system: Actor = { ...noCredentials, role: 'system' }

/** The network origin of a request. */
export interface Origin {
  readonly address: string | null
  readonly userAgent: string | null
  /** What Safe Exam Browser says of itself, and the address that it has asked for; null for other programs. */
  readonly examBrowser: { readonly configKeyHash: string; readonly url: string } | null
}

/** Returns the network of the caller (IPv6: /64); empty in background work. */
export const getNetwork = ({ origin }: Pick<Context, 'origin'>): string =>
  origin.address === null ? '' : toNetwork(origin.address)

/** Names the caller where callers take turns: by user, or by network without one. */
export const getCaller = (ctx: Pick<Context, 'actor' | 'origin'>): string =>
  ctx.actor.id > 0 ? `user ${ctx.actor.id}` : getNetwork(ctx)

export const noOrigin: Origin = { address: null, userAgent: null, examBrowser: null }

/** What a service adds to an audit event. */
export interface AuditEventDetails {
  /** What it was done to; that of the request by default. */
  object?: { kind: string; id: number | string }
  /** The user whom it concerns. */
  userId?: number | null
  /** The values before; null for a new object. Of two objects, the fields that both have and that differ are recorded. */
  before?: object | null
  /** The values after; null for a deleted object. */
  after?: object | null
}

/** What an administrator or a command does, written to the audit log in the same transaction. */
export interface AuditEvent {
  /** Forgets what an attempt of the transaction has described. */
  begin(): void
  describe(details: AuditEventDetails): void
  /** Appends the row before the commit. */
  write(tx: Transaction): Promise<void>
}

export interface Context extends Platform {
  /** The audited action of an administrator, a command or the service; otherwise null. */
  readonly auditEvent: AuditEvent | null
  readonly actor: Actor
  readonly origin: Origin
  /** How answers to the caller are written; English in background work. */
  readonly wording: Localizer
}

/** For functions that may run inside or outside a transaction. */
export type AnyContext = Context | Transaction

declare const inside: unique symbol

/**
 * The context inside a transaction. Functions that must run in one take this type, so that other calls do not compile.
 */
export interface Transaction extends Omit<Context, 'db'> {
  readonly db: TransactionConnection
  /**
   * Stands still: a transaction has one time, that of its first reading, so that what it decides by the time cannot contradict what it
   * writes. Another attempt reads it again.
   */
  readonly clock: Clock
  readonly [inside]: true
  /** Runs the effect once the commit is on disk; never after a rollback. It must not throw. */
  readonly afterCommit: (effect: () => void) => void
  /** Signals to every instance, after the commit, that there is something new for the user. */
  readonly signal: (userId: number) => void
}

/**
 * Runs the work in one serializable transaction. PostgreSQL may retry it, so the work must have no effects outside the
 * database.
 */
export async function runInTransaction<T>(
  ctx: Context,
  work: (tx: Transaction) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  let effects: (() => void)[] = []
  let signals = new Set<number>()
  const result = await ctx.db.transaction((db) => {
    effects = []
    signals = new Set()
    ctx.auditEvent?.begin()
    const tx = {
      ...ctx,
      db,
      clock: new Moment(ctx.clock),
      afterCommit: (effect: () => void) => effects.push(effect),
      signal: (userId: number) => signals.add(userId),
    }
    return runAudited(tx as unknown as Transaction, work)
  }, options)
  for (const effect of effects) effect()
  for (const userId of signals) ctx.db.signals.send(userId)
  return result
}

async function runAudited<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await work(tx)
  await tx.auditEvent?.write(tx)
  return result
}

/** Creates the context of background work. */
export const createSystemContext = (platform: Platform): Context => ({
  ...platform,
  // It may be created from a request, which has one time, and outlives it.
  clock: getRunningClock(platform.clock),
  actor: system,
  origin: noOrigin,
  auditEvent: null,
  wording: createLocalizerFor(platform, 'en'),
})

/** Returns how sentences for a reader with the locale are written; a reader without one gets English. */
export const createLocalizerFor = ({ config }: Pick<Platform, 'config'>, locale: string | null): Localizer =>
  createLocalizer(locale ?? 'en', config.brand)
