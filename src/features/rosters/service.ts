/** The people for whom an exam or a course with `access` `invited` is. */

import type { Context, Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { inviteUser } from '#features/accounts/index.ts'
import { countInvitation, findSuspension, findUser, findUserByEmail } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { addTask } from '#platform/tasks.ts'
import { listPeopleOfGroups } from './groups.ts'
import { notifyInvited, scheduleRosterNotices } from './notices.ts'
import { type RosterKind, rosters } from './queries.ts'
import type { NamedPerson, RosterPeople } from './roster-people.ts'
import {
  maxRosterEntries,
  type RosterEntry,
  type RosterQuery,
  type RosterRemoval,
  type RosterVerdict,
} from './schemas.ts'

export const tooManyEntries = createRuleViolation(
  fill('A roster has at most {most} people.', { most: maxRosterEntries }),
)

/** The same with an account and without, so that it tells nothing about one. */
const addressAdded: Sentence =
  'An account that has verified this address is on the list, now or later. Without an account, the person gets no invitation: only administrators send it.'

/** The exam or course with the roster, of which the actor is a manager. */
export interface RosterOwner {
  kind: RosterKind
  id: number
  /** The author, for whom it is anyway. */
  authorId: number
  /** Who adds people; the actor unless given, for work in the background. */
  addedBy?: number | null
}

type Row = Awaited<ReturnType<typeof rosters.exam.byId.one>>

/** Who has an address is told to administrators alone; managers know the address, and not whether it has an account. */
const presentEntry = (
  { actor }: Pick<Context, 'actor'>,
  { id, user_id, user, email, created_at }: Row,
): RosterEntry => ({
  id,
  user: user_id !== null && (email === null || actor.role === 'admin') ? user : null,
  email,
  created_at,
})

export const listRosterEntries = (ctx: Context, { kind, id }: RosterOwner, query: RosterQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await rosters[kind].of.page(ctx, { object_id: id, ...slice })
    return { rows: rows.map((row) => presentEntry(ctx, row)), total }
  })

/** Adds people and returns a verdict for each. They are notified in the background. */
export async function addRosterEntries(
  tx: Transaction,
  owner: RosterOwner,
  input: RosterPeople,
): Promise<RosterVerdict[]> {
  const verdicts: RosterVerdict[] = []
  for (const person of input.people) verdicts.push(await addPerson(tx, owner, person))
  verdicts.push(...(await addGroups(tx, owner, input)))
  const { total } = await rosters[owner.kind].size.one(tx, { object_id: owner.id })
  ensure(total <= maxRosterEntries, tooManyEntries)
  await scheduleRosterNotices(tx, owner.kind, owner.id)
  const added = verdicts.filter(({ verdict }) => verdict === 'added' || verdict === 'invited').length
  describeAuditEvent(tx, { userId: owner.authorId, before: null, after: { roster_entries: added } })
  return verdicts
}

async function addPerson(
  tx: Transaction,
  owner: RosterOwner,
  { faults, ...person }: NamedPerson,
): Promise<RosterVerdict> {
  const { line, user_id, email } = person
  const messages = faults.map((fault) => translate(fault, tx.wording))
  const decided = { line, user_id, email, message: '' }
  if (messages.length > 0) return { ...decided, verdict: 'refused', message: messages.join(' ') }
  if (user_id === null) {
    const verdict = await addAddress(tx, owner, { ...person, email: email ?? '' })
    const isSilent = verdict === 'added' && tx.actor.role !== 'admin'
    return { ...decided, verdict, message: isSilent ? translate(addressAdded, tx.wording) : '' }
  }
  const refusal = await findRefusal(tx, owner, user_id)
  if (refusal !== null) return { ...decided, verdict: 'refused', message: translate(refusal, tx.wording) }
  return { ...decided, verdict: await addUser(tx, owner, user_id) }
}

/** Adds the people of a company or a cohort, who know the actor, so that they are no invitations to strangers. */
async function addGroups(tx: Transaction, owner: RosterOwner, input: RosterPeople): Promise<RosterVerdict[]> {
  const people = (await listPeopleOfGroups(tx, input)).filter((id) => id !== owner.authorId)
  ensure(people.length <= maxRosterEntries, tooManyEntries)
  const row = { object_id: owner.id, email: null, added_by: owner.addedBy ?? tx.actor.id, notified_at: null }
  const verdicts: RosterVerdict[] = []
  for (const user_id of people) {
    const added = await rosters[owner.kind].add.run(tx, { ...row, user_id, now: tx.clock.now() })
    const verdict = added > 0 ? 'added' : 'already_added'
    verdicts.push({ line: null, user_id, email: null, verdict, message: '' })
  }
  return verdicts
}

async function findRefusal(tx: Transaction, { authorId }: RosterOwner, userId: number): Promise<Sentence | null> {
  if (userId === authorId) return 'This person is the author.'
  const isUnknown = (await findUser(tx, userId)) === null || (await findSuspension(tx, userId)) !== null
  return isUnknown ? 'There is no such user.' : null
}

async function addUser(tx: Transaction, owner: RosterOwner, userId: number): Promise<'added' | 'already_added'> {
  const { kind, id } = owner
  const entry = { object_id: id, user_id: userId }
  if ((await rosters[kind].hasUser.maybe(tx, entry)) !== null) return 'already_added'
  await addEntry(tx, owner, { user_id: userId, email: null })
  return 'added'
}

/** Adds an address. It is counted in the same way with an account and without, so that nothing tells the two apart. */
async function addAddress(
  tx: Transaction,
  owner: RosterOwner,
  { email, name }: { email: string; name: string },
): Promise<'added' | 'already_added' | 'invited'> {
  const { kind, id } = owner
  if ((await rosters[kind].hasAddress.maybe(tx, { object_id: id, email })) !== null) return 'already_added'
  const account = await findUserByEmail(tx, email)
  const isVerified = account !== null && account.email_verified_at !== null
  await addEntry(tx, owner, { user_id: isVerified ? account.id : null, email })
  if (account !== null || tx.actor.role !== 'admin') return 'added'
  await inviteUser(tx, { name: name || (email.split('@', 1)[0] ?? email), email, role: 'learner' })
  return 'invited'
}

/** Throws 429 after too many invitations by the actor. A repetition within a day causes no second notice. */
async function addEntry(
  tx: Transaction,
  { kind, id, addedBy = tx.actor.id }: RosterOwner,
  { user_id, email }: { user_id: number | null; email: string | null },
): Promise<void> {
  const isNew =
    ['admin', 'system'].includes(tx.actor.role) ||
    (await countInvitation(tx, `roster of ${kind} ${id}`, email ?? user_id ?? 0))
  const now = tx.clock.now()
  const notified_at = isNew ? null : now
  await rosters[kind].add.run(tx, { object_id: id, user_id, email, added_by: addedBy, notified_at, now })
}

/**
 * Removes an entry. Returns the user for whom the exam or course does not exist any more, or null; what they have of it, such as
 * attempts and certificates, stays. 404 if unknown.
 */
export async function removeRosterEntry(
  tx: Transaction,
  owner: RosterOwner,
  removal: RosterRemoval,
): Promise<number | null> {
  const queries = rosters[owner.kind]
  const entryId = await findEntryId(tx, owner, removal)
  const { user_id } = await queries.byId.one(tx, { object_id: owner.id, id: entryId })
  await queries.remove.run(tx, { id: entryId })
  describeAuditEvent(tx, { userId: user_id ?? owner.authorId, before: { roster_entry: entryId }, after: null })
  if (user_id === null) return null
  const { isListed } = await queries.ofUser.one(tx, { object_id: owner.id, user_id })
  return isListed ? null : user_id
}

/** Returns the id of the entry that a removal names. 404 if there is none. */
async function findEntryId(
  tx: Transaction,
  { kind, id: object_id }: RosterOwner,
  { entry_id, user_id, email = '' }: RosterRemoval,
): Promise<number> {
  if (entry_id !== undefined) return entry_id
  const { hasUser, hasAddress } = rosters[kind]
  const { id } = await (user_id === undefined
    ? hasAddress.one(tx, { object_id, email })
    : hasUser.one(tx, { object_id, user_id }))
  return id
}

/** Removes the roster of a deleted exam or course. */
export const removeRoster = (tx: Transaction, kind: RosterKind, id: number) =>
  rosters[kind].removeAll.run(tx, { object_id: id })

/** Puts a user who has verified an address on the rosters that wait for it. */
export async function claimRosterEntries(tx: Transaction, claim: { user_id: number; email: string }): Promise<void> {
  for (const kind of ['exam', 'course'] as const) {
    const claimed = await rosters[kind].claim.run(tx, claim)
    if (claimed > 0) await addTask(tx, notifyInvited, { kind, user_id: claim.user_id })
  }
}
