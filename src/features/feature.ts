/** What a feature adds to the service. Every feature exports one such value from its `index.ts`. */

import type { CompanyChange, Context, EvidenceChange, Transaction, VerifiedEmail } from '#context.ts'
import type { Scope } from '#core/scopes.ts'
import type { Derivation } from '#database/derived/triggers.ts'
import type { PreparedList } from '#database/query/prepare.ts'
import type { Conflicts } from '#http/errors.ts'
import type { Alarm } from '#http/operations.ts'
import type { Routes } from '#http/routes.ts'
import type { Sentence } from '#language/sentence.ts'
import type { OfferSource } from '#pages/front-page.ts'
import type { FollowerModule } from '#platform/followers/follower.ts'
import type { ContentSource } from '#platform/moderation.ts'
import type { Schedule } from '#platform/schedule.ts'
import type { Task } from '#platform/tasks.ts'

export interface Feature {
  readonly routes?: readonly Routes[]
  readonly personalData?: PersonalData
  /** What triggers maintain. */
  readonly derivations?: readonly Derivation[]
  /** The handlers of all task kinds that the feature queues. */
  readonly tasks?: readonly Task[]
  readonly schedules?: readonly Schedule[]
  /** The modules of what follows from changes, which the journal tells. */
  readonly followers?: readonly FollowerModule[]
  /** Work that is repeated about each second, on every instance. */
  readonly repeated?: readonly RepeatedWork[]
  /** Runs at each start, after the migrations and before requests are accepted. */
  readonly start?: (ctx: Context) => Promise<void>
  /** What users have, for the page of an administrator about one of them. */
  readonly userRecords?: readonly UserRecords[]
  /** Runs in the transaction that changes what users have proven. */
  readonly onEvidenceChanged?: (tx: Transaction, change: EvidenceChange) => Promise<void>
  /** Runs in the transaction in which a user has shown that an address is theirs. */
  readonly onEmailVerified?: (tx: Transaction, verified: VerifiedEmail) => Promise<void>
  /** Runs in the transaction in which the members of a company change, or it is deleted. */
  readonly onCompanyChanged?: (tx: Transaction, change: CompanyChange) => Promise<void>
  /** What users have to come, for their calendars. */
  readonly calendar?: CalendarSource
  /** Public pages, for search engines. */
  readonly sitemap?: SitemapSource
  /** What the front page shows to visitors. */
  readonly offers?: OfferSource
  /** The content that administrators can hide. */
  readonly content?: readonly ContentSource[]
  /** What operators are alerted of, as metrics. */
  readonly alarms?: readonly Alarm[]
  /** The problem that answers a violated unique constraint, by the name of the constraint. */
  readonly conflicts?: Conflicts
}

/** Public pages of one kind. */
export interface SitemapSource {
  readonly name: string
  count(ctx: Context): Promise<number>
  list(ctx: Context, slice: { most: number; skip: number }): Promise<{ path: string; updated_at: string }[]>
}

export interface RepeatedWork {
  /** For the log. */
  readonly name: string
  /** Starts nothing yet; `wake` asks for a run before its time. */
  readonly create: (ctx: Context, wake: () => void) => RepeatedRun
}

export interface RepeatedRun {
  run(): Promise<void>
  /** Resolves when all that is due is done. */
  settle?(): Promise<void>
  /** Ends what it has begun; it is done again later. */
  stop?(): Promise<void>
}

export interface CalendarQuery {
  user_id: number
  /** Events before it are left out. */
  since: string
  /** Events from now on go before former ones when there are more than `most`. */
  now: string
  most: number
}

/** What users have to come. */
export interface CalendarSource {
  /** What an API key needs to see the entries. */
  readonly scope: Scope
  /** Returns the user's upcoming events, and past ones since the time. */
  list(ctx: Context, query: CalendarQuery): Promise<CalendarEntry[]>
}

export interface CalendarEntry {
  /** Constant for one event; unique within the service, or everywhere if it contains an `@`. */
  uid: string
  /** Increases with changes, if the event knows. */
  sequence: number
  changedAt: string
  summary: Sentence
  location: string
  /** A calendar date, or times. */
  when: { day: string } | { start: string; end: string }
}

/** The rows of one kind that a user has, newest first. */
export interface UserRecords {
  readonly kind: 'application' | 'enrollment' | 'attempt' | 'certificate' | 'payment'
  readonly list: PreparedList<{ user_id: number }, UserRecord, never>
}

export interface UserRecord {
  id: number
  title: string
  status: string
  created_at: string
}

/** The personal data that a feature stores, for the export and for the deletion of an account. */
export interface PersonalData {
  /** The key of this data in the export. Objects of several features with one key are joined. */
  readonly name: string
  /** Lists that can be long are async iterables, which are read while they are sent. */
  readonly export: (ctx: Context, userId: number) => object | Promise<object>
  /** Erases or anonymises the data in the transaction that deletes the account. */
  readonly erase: (tx: Transaction, userId: number) => Promise<void>
}
