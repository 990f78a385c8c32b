import { type Actor, type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import {
  createFieldProblem,
  createRuleViolation,
  createTooManyRequests,
  ensure,
  invalidFields,
  permit,
} from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { checkCompany } from '#features/jobs/index.ts'
import { countInvitation, presentMember } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { countAttempt, countUse, retryAfterSeconds } from '#platform/throttle.ts'
import { talentPoolRights } from '../rights.ts'
import { mailRequest } from './mails.ts'
import { acquaintances, type Row, talentPool } from './queries.ts'
import { talentPoolRecord } from './record.ts'
import type { ConsentQuery, NewTalentPoolEntry, TalentPoolChange, TalentPoolEntry, TalentPoolQuery } from './schemas.ts'

/** Entries of one user or company. */
const maxEntries = 5_000
/** Requests to one person that wait for an answer, from all who ask. */
const maxRequests = 50
/** A request without an answer ends after it, and a person is asked by one user or company once in it. */
export const requestLifetime = { days: 30 }
export const longestConsent = { days: 731 }
/** A person who has refused or withdrawn is not asked again by the same user or company for so long. */
const refusalWindow = { days: 180 }

/** The same for an unknown person and for one whom the actor does not know, so that it tells nothing of either. */
export const unknownCandidate = invalidFields({
  user_id: ['You can ask people who have applied to you, and researchers whose profile you see.'],
})
export const alreadyInPool = createFieldProblem('user_id', 'This person is in the talent pool, or was asked already.')
export const tooManyRequests = createFieldProblem(
  'user_id',
  'This person has too many open requests; please try again later.',
)
export const wrongConsentEnd = invalidFields({ consent_until: ['The consent ends in the future, within two years.'] })
export const poolIsFull = createRuleViolation(fill('A talent pool has at most {most} people.', { most: maxEntries }))

type RowOfActor = Row & { is_colleague: boolean }

/** Returns whether the person has an open request for a later end. */
export const isAskedToExtend = ({ request_ends_at }: Pick<Row, 'request_ends_at'>, now: string): boolean =>
  request_ends_at !== null && request_ends_at > now

/** Presents an entry to the actor: the note to those who keep it, the address to the person, and to the others after the consent. */
export function presentEntry(
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  { is_colleague, ...row }: RowOfActor,
): TalentPoolEntry {
  const { note, keeper_id, keeper_name, company_name, requested_by, requester_name, ...entry } = row
  const isAsked = isAskedToExtend(row, clock.now())
  const { user } = presentMember(actor, { user: row.user, accepted_at: row.consented_at }, true)
  return {
    ...entry,
    ...(isAsked ? {} : { requested_until: null, request_ends_at: null }),
    requester: isAsked && requested_by !== null ? { id: requested_by, name: requester_name ?? '' } : null,
    user,
    keeper: { id: keeper_id, name: keeper_name },
    company: row.company_id === null ? null : { id: row.company_id, name: company_name ?? '' },
    ...(talentPoolRights.may.manage(actor, { ...row, is_colleague }) ? { note } : {}),
  }
}

/** Lists the talent pool of the actor, or of a company for which the actor recruits, the newest first. */
export async function listTalentPool(ctx: Context, { company_id, status, ...query }: TalentPoolQuery) {
  await checkCompany(ctx, { company_id: company_id ?? null }, ctx.actor.id)
  const current = { now: ctx.clock.now(), status }
  return page(ctx, query, async (ctx, slice) => {
    const { rows, total } =
      company_id === undefined
        ? await talentPool.ofKeeper.page(ctx, { keeper_id: ctx.actor.id, ...current, ...slice })
        : await talentPool.ofCompany.page(ctx, { company_id, ...current, ...slice })
    const is_colleague = company_id !== undefined
    return { rows: rows.map((row) => presentEntry(ctx, { ...row, is_colleague })), total }
  })
}

/** Lists the entries about the actor: those who keep them, and those who ask to. */
export const listConsents = (ctx: Context, query: ConsentQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const mine = { user_id: ctx.actor.id, now: ctx.clock.now() }
    const { rows, total } = await talentPool.aboutUser.page(ctx, { ...mine, ...slice })
    return { rows: rows.map((row) => presentEntry(ctx, { ...row, is_colleague: false })), total }
  })

/** Returns the entry if the actor has the permission. 404 if unknown or ended, 403 otherwise. */
export async function getEntry(ctx: AnyContext, id: number, permission: keyof typeof talentPoolRights.may) {
  const row = await talentPool.byId.one(ctx, { id, actor_id: ctx.actor.id, now: ctx.clock.now() })
  permit(talentPoolRights.may[permission](ctx.actor, row))
  return row
}

export const showTalentPoolEntry = async (ctx: Context, id: number): Promise<TalentPoolEntry> =>
  presentEntry(ctx, await getEntry(ctx, id, 'read'))

/** Checks a new entry, of which some fields may be missing. */
export async function checkTalentPoolEntry(ctx: AnyContext, input: Partial<NewTalentPoolEntry>): Promise<void> {
  const { user_id, consent_until } = input
  const now = ctx.clock.now()
  if (consent_until !== undefined)
    ensure(consent_until > now && consent_until <= addDuration(now, longestConsent), wrongConsentEnd)
  await checkCompany(ctx, input, ctx.actor.id)
  if (user_id !== undefined) ensure(await isAcquainted(ctx, user_id), unknownCandidate)
}

/** Returns whether the person has applied to the actor and shows who they are, or has a profile that the actor sees. */
async function isAcquainted(ctx: AnyContext, user_id: number): Promise<boolean> {
  const asked = { user_id, actor_id: ctx.actor.id }
  if (user_id === ctx.actor.id) return false
  return (
    (await acquaintances.application.maybe(ctx, asked)) !== null ||
    (await acquaintances.profile.maybe(ctx, asked)) !== null
  )
}

/** Asks a person to be kept in the talent pool of the actor or of a company. */
export function createTalentPoolEntry(ctx: Context, input: NewTalentPoolEntry): Promise<TalentPoolEntry> {
  return runInTransaction(ctx, async (tx) => {
    const { actor } = tx
    const now = tx.clock.now()
    const entry = { ...talentPoolRecord.defaults, ...input, keeper_id: actor.id }
    permitAsking(actor, entry)
    await checkTalentPoolEntry(tx, input)
    await talentPool.removeEnded.run(tx, { user_id: entry.user_id, now })
    const lifetimeEnd = addDuration(now, requestLifetime)
    const ends_at = entry.consent_until < lifetimeEnd ? entry.consent_until : lifetimeEnd
    const { id } = await talentPool.add.one(tx, { ...entry, ends_at, now })
    await ensureNotFull(tx, entry)
    await ensureFewRequests(tx, entry)
    await countRequest(tx, entry, 'talent-pool-requests')
    const row = await getEntry(tx, id, 'manage')
    await mailRequest(tx, row)
    return presentEntry(tx, row)
  })
}

type EntryOwner = Pick<Row, 'company_id' | 'keeper_id' | 'user_id'>

/** Throws 403 unless the actor may ask people: recruiters for themselves, and those who recruit for a company. */
export function permitAsking(actor: Actor, { company_id }: Pick<Row, 'company_id'>): void {
  permit(company_id !== null || actor.role === 'recruiter' || actor.role === 'admin')
}

async function ensureNotFull(tx: Transaction, { company_id, keeper_id }: EntryOwner): Promise<void> {
  const { total } =
    company_id === null
      ? await talentPool.countOfKeeper.one(tx, { keeper_id })
      : await talentPool.countOfCompany.one(tx, { company_id })
  ensure(total <= maxEntries, poolIsFull)
}

/** Throws 422 if too many requests wait for an answer of the person, with the present one. */
export async function ensureFewRequests(tx: Transaction, { user_id }: Pick<Row, 'user_id'>): Promise<void> {
  const requests = await talentPool.countRequestsTo.one(tx, { user_id, now: tx.clock.now() })
  ensure(requests.total <= maxRequests, tooManyRequests)
}

/** Names who keeps and who is kept, for the limits of requests. */
const getParties = ({ company_id, keeper_id, user_id }: EntryOwner): string[] => [
  company_id === null ? `user:${keeper_id}` : `company:${company_id}`,
  String(user_id),
]

/** Throws 429 after too many requests by the actor, or if the person was asked or has refused lately. Removing the entry changes nothing of it. */
export async function countRequest(
  tx: Transaction,
  entry: EntryOwner,
  name: 'talent-pool-requests' | 'talent-pool-extensions',
): Promise<void> {
  const parties = getParties(entry)
  await countInvitation(tx, `talent pool ${parties[0]}`, entry.user_id)
  const wait =
    (await retryAfterSeconds(tx, 'talent-pool-refusals', parties, { limit: 1, window: refusalWindow })) ??
    (await countUse(tx, name, parties, { limit: 1, window: requestLifetime }))
  if (wait !== null)
    throw createTooManyRequests('This person was asked already. Please give them time before you ask again.', wait)
}

/** Records that the person has refused or withdrawn, so that the same pool does not ask again soon. */
export const recordRefusal = (tx: Transaction, row: EntryOwner) =>
  countAttempt(tx, 'talent-pool-refusals', getParties(row), refusalWindow)

export function updateTalentPoolEntry(ctx: Context, id: number, { note }: TalentPoolChange): Promise<TalentPoolEntry> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getEntry(tx, id, 'manage')
    if (note !== undefined && note !== before.note) await talentPool.setNote.run(tx, { id, note, now: tx.clock.now() })
    return presentEntry(tx, await getEntry(tx, id, 'manage'))
  })
}

export function deleteTalentPoolEntry(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getEntry(tx, id, 'manage')
    await talentPool.remove.run(tx, { id })
  })
}
