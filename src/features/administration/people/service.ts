import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure, notFound } from '#core/problem.ts'
import {
  describeAccess,
  endAllSessions,
  endOneSession,
  isInvitationExpired,
  restoreAccount,
  sendResetLink,
  suspendAccount,
  updateAccount,
} from '#features/accounts/index.ts'
import type { UserRecords } from '#features/feature.ts'
import { changeVerification, findResearcherState } from '#features/researchers/index.ts'
import {
  type AccountRow,
  findAccount,
  findAccounts,
  findSuspension,
  findUser,
  getUser,
  type Role,
} from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import type { ContentSource } from '#platform/moderation.ts'
import { findWaitingInvitation } from '../invitations/service.ts'
import type { Person, PersonDetail, PersonQuery, RecordPath, RecordQuery, Suspension } from './schemas.ts'

export const ownAccount = createRuleViolation('You cannot do this to your own account.')
export const alreadySuspended = createRuleViolation('This account is suspended already.')
export const notSuspended = createRuleViolation('This account is not suspended.')
export const noAddress = createRuleViolation('This account has no e-mail address.')
export const waitsForInvitation = createRuleViolation(
  'The invitation of this account has expired. Send the invitation again instead.',
)
export const noProfile = createRuleViolation('This person has no researcher profile.')

/** What the page of a person shows of other features. */
export interface PersonParts {
  records: readonly UserRecords[]
  content: readonly ContentSource[]
}

const presentPerson = ({ deleted_at, ...row }: AccountRow): Person => ({
  ...row,
  state: deleted_at !== null ? 'deleted' : row.suspended_at !== null ? 'suspended' : 'active',
})

export const listPeople = (ctx: Context, { search, role, state, sort, ...paging }: PersonQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const { rows, total } = await findAccounts(ctx, { query: search, role, state, sort }, slice)
    return { rows: rows.map(presentPerson), total }
  })

export async function showPerson(ctx: Context, id: number, parts: PersonParts): Promise<PersonDetail> {
  const row = await findAccount(ctx, id)
  ensure(row !== null, notFound)
  const user = await findUser(ctx, id)
  const access = user === null ? noAccess : await describeAccess(ctx, user)
  const records = await countRecords(ctx, id, parts)
  const researcher = await findResearcherState(ctx, id)
  const invitation = user === null ? null : await findWaitingInvitation(ctx, id)
  return { ...presentPerson(row), ...(user === null ? {} : { user }), ...access, researcher, invitation, records }
}

const noAccess = { sessions: [], api_keys: [], passkeys: 0, locked_until: null }

async function countRecords(ctx: Context, userId: number, { records, content }: PersonParts) {
  const counts: { kind: string; count: number }[] = []
  for (const { kind, list } of records) counts.push({ kind, count: await list.count(ctx, { user_id: userId }) })
  for (const source of content) {
    const { total } = await source.list(ctx, { owner_id: userId }, { limit: 1, offset: 0 })
    counts.push({ kind: source.kind, count: total })
  }
  return counts
}

/** Returns the name of the file with what the person has, without its extension. */
export const formatRecordsTitle = async (ctx: Context, id: number): Promise<Sentence> =>
  fill('Records – {name}', { name: (await findAccount(ctx, id))?.name ?? '' })

/** Lists what the person has of one kind, newest first. */
export const listRecords = (ctx: Context, { id, kind }: RecordPath, query: RecordQuery, parts: PersonParts) =>
  page(ctx, query, async (ctx, slice) => {
    ensure((await findAccount(ctx, id)) !== null, notFound)
    const records = parts.records.find((one) => one.kind === kind)
    if (records !== undefined) return records.list.page(ctx, { user_id: id, ...slice })
    const source = parts.content.find((one) => one.kind === kind)
    ensure(source !== undefined, notFound)
    const { rows, total } = await source.list(ctx, { owner_id: id }, slice)
    return {
      rows: rows.map((row) => ({ ...row, status: row.hidden_at === null ? row.status : 'hidden' })),
      total,
    }
  })

/** Runs an act on the account of another person. */
const actOn = (ctx: Context, id: number, act: (tx: Transaction) => Promise<void>): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await getUser(tx, id)
    ensure(id !== tx.actor.id, ownAccount)
    await act(tx)
  })

/** Suspends the account and hides what the person has published, everywhere with one commit. */
export const suspendPerson = (ctx: Context, id: number, { reason = '' }: Suspension, { content }: PersonParts) =>
  actOn(ctx, id, async (tx) => {
    ensure((await findSuspension(tx, id)) === null, alreadySuspended)
    await suspendAccount(tx, await getUser(tx, id), reason)
    for (const source of content)
      for (const owned of await source.listOwned(tx, id)) await source.hide(tx, owned, 'suspension', reason)
    describeAuditEvent(tx, { before: { state: 'active' }, after: { state: 'suspended' } })
  })

/** Ends the suspension. What an administrator had hidden besides stays hidden. */
export const restorePerson = (ctx: Context, id: number, { content }: PersonParts) =>
  actOn(ctx, id, async (tx) => {
    ensure((await findSuspension(tx, id)) !== null, notSuspended)
    await restoreAccount(tx, id)
    for (const source of content)
      for (const owned of await source.listOwned(tx, id)) await source.show(tx, owned, 'suspension')
    describeAuditEvent(tx, { before: { state: 'suspended' }, after: { state: 'active' } })
  })

/** Ends one session; the person has to sign in again on that device. */
export const endSessionOf = (ctx: Context, id: number, sessionId: number): Promise<void> =>
  actOn(ctx, id, async (tx) => {
    ensure(await endOneSession(tx, id, sessionId), notFound)
    describeAuditEvent(tx, { object: { kind: 'session', id: sessionId }, userId: id, before: null, after: null })
  })

export const endSessionsOf = (ctx: Context, id: number) => actOn(ctx, id, (tx) => endAllSessions(tx, id))

export const mailResetLinkTo = (ctx: Context, id: number) =>
  actOn(ctx, id, async (tx) => {
    const { email } = await getUser(tx, id)
    ensure(email !== '', noAddress)
    ensure(!(await isInvitationExpired(tx, id)), waitsForInvitation)
    await sendResetLink(tx, email)
  })

/** Changes the role like `PUT /users/{id}`: after a recent sign-in, and with the profile that a researcher needs. */
export async function updatePersonRole(ctx: Context, id: number, role: Role): Promise<void> {
  await updateAccount(ctx, id, { role })
}

export const verifyPerson = (ctx: Context, id: number, verified: boolean): Promise<void> =>
  runInTransaction(ctx, async (tx) => {
    await getUser(tx, id)
    const before = await findResearcherState(tx, id)
    ensure(before !== null, noProfile)
    await changeVerification(tx, before.id, verified)
    describeAuditEvent(tx, { before: { verified: before.verified }, after: { verified } })
  })
