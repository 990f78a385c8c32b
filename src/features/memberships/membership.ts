/**
 * People who are attached to an object of another user, declared once: how they are listed, added, changed and removed, and how they accept
 * and leave. For all of them the same holds: an addition counts as an invitation of the day and notifies once in a day; what an administrator does is
 * in the audit log; a member, the owner and a suspended person are not added, and a hidden object gets no members; members can always leave.
 */

import { type Actor, type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { ensureWithin, type ListLimit } from '#core/list-limit.ts'
import { type PageQuery, page } from '#core/page.ts'
import { ensure, notFound, type Problem, permit } from '#core/problem.ts'
import type {
  MemberColumn,
  MemberRow,
  MembershipQueries,
  MembershipTable,
  MemberValues,
} from '#database/membership-queries.ts'
import { checkUserId, getUser } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { type ContentKind, ensureNotHidden } from '#platform/moderation.ts'
import { inviteMember } from './new-member.ts'

/** What the actor wants to do with the members of an object. */
export type MembershipAct = 'list' | 'add' | 'change'

export interface Addition<Group, Row> {
  object: Group
  member: Row
  /** The name of the actor. */
  inviter: string
}

interface Definition<
  T extends MembershipTable,
  O extends MemberColumn<T>,
  C extends MemberColumn<T>,
  Group extends { id: number },
  Answer,
> {
  queries: MembershipQueries<T, O, C>
  /** What the object is called where invitations to it are counted, as in `project 5`. */
  name: string
  /** The kind of the object, if administrators can hide it. */
  content?: ContentKind
  limit: ListLimit
  /** Answers the owner, and a person who is a member. */
  ownerProblem: Problem
  memberProblem: Problem
  /** Returns the object. Throws unless the actor may do it. */
  find: (ctx: AnyContext, id: number, act: MembershipAct) => Promise<Group>
  getOwnerId: (object: Group) => number
  /** Throws if the object can have no further member for another reason than the limit. */
  ensureHasRoom?: (tx: Transaction, object: Group) => Promise<void>
  present: (row: MemberRow<T, C>, object: Group, actor: Actor) => Answer
  /** Runs for each addition. */
  recordAddition?: (tx: Transaction, addition: { object: Group; member: MemberRow<T, C> }) => Promise<void>
  /** Notifies the person; not again within 24 hours. */
  notify: (tx: Transaction, addition: Addition<Group, MemberRow<T, C>>) => Promise<void>
}

function getAvailable<Q>(query: Q | undefined): Q {
  if (query === undefined) throw new TypeError('The membership is declared without it.')
  return query
}

/** Declares who is attached to an object; see the graders of exams, `features/exams/graders/service.ts`. */
export function defineMembership<
  T extends MembershipTable,
  O extends MemberColumn<T>,
  C extends MemberColumn<T>,
  Group extends { id: number },
  Answer,
>(declared: Definition<T, O, C, Group, Answer>) {
  const { queries, find, present } = declared

  return {
    /** Lists all members, oldest first. */
    async list(ctx: Context, objectId: number): Promise<Answer[]> {
      const object = await find(ctx, objectId, 'list')
      const rows = await queries.of.all(ctx, { object_id: objectId })
      return rows.map((row) => present(row, object, ctx.actor))
    },

    /** Lists a page of the members, oldest first. */
    async listPage(ctx: Context, objectId: number, query: PageQuery) {
      const object = await find(ctx, objectId, 'list')
      return page(ctx, query, async (ctx, slice) => {
        const found = await getAvailable(queries.paged).page(ctx, { object_id: objectId, ...slice })
        return { ...found, rows: found.rows.map((row) => present(row, object, ctx.actor)) }
      })
    },

    /** Attaches a person, and notifies them. */
    add: (ctx: Context, objectId: number, input: { user_id: number } & MemberValues<T, C>): Promise<Answer> =>
      runInTransaction(ctx, async (tx) => {
        const object = await find(tx, objectId, 'add')
        return present(await addMember(tx, declared, object, input), object, tx.actor)
      }),

    /** Changes what a member is; absent values stay as they are. */
    update: (ctx: Context, objectId: number, id: number, change: Partial<MemberValues<T, C>>): Promise<Answer> =>
      runInTransaction(ctx, async (tx) => {
        const object = await find(tx, objectId, 'change')
        const before = await queries.byId.one(tx, { object_id: objectId, id })
        const after = { ...before, ...change }
        await getAvailable(queries.update).run(tx, after)
        describeAuditEvent(tx, { userId: before.user_id, before, after })
        return present(await queries.byId.one(tx, { object_id: objectId, id }), object, tx.actor)
      }),

    /** Accepts a membership. A repetition changes nothing; 403 for other users. */
    accept: (ctx: Context, objectId: number, id: number): Promise<Answer> =>
      runInTransaction(ctx, async (tx) => {
        const object = await find(tx, objectId, 'list')
        const one = { object_id: objectId, id }
        const { user_id } = await queries.byId.one(tx, one)
        permit(user_id === tx.actor.id)
        await getAvailable(queries.accept).run(tx, { id, now: tx.clock.now() })
        return present(await queries.byId.one(tx, one), object, tx.actor)
      }),

    /** Removes a member, or lets the actor leave, who may do so when they cannot see the object any more. */
    remove: (ctx: Context, objectId: number, id: number): Promise<void> =>
      runInTransaction(ctx, async (tx) => {
        const row = await queries.byId.maybe(tx, { object_id: objectId, id })
        if (row?.user_id !== tx.actor.id) await find(tx, objectId, 'list')
        ensure(row !== null, notFound)
        if (row.user_id !== tx.actor.id) await find(tx, objectId, 'change')
        await queries.remove.run(tx, { id })
        describeAuditEvent(tx, { userId: row.user_id, before: pickAudited(queries.columns, row), after: null })
      }),
  }
}

/** What the audit log says of a membership. */
const pickAudited = (columns: readonly string[], row: { user_id: number }) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name === 'user_id' || columns.includes(name)))

async function addMember<
  T extends MembershipTable,
  O extends MemberColumn<T>,
  C extends MemberColumn<T>,
  Group extends { id: number },
>(
  tx: Transaction,
  { queries, name, content, limit, notify, ...declared }: Definition<T, O, C, Group, unknown>,
  object: Group,
  input: { user_id: number } & MemberValues<T, C>,
): Promise<MemberRow<T, C>> {
  const { user_id } = input
  const of = { object_id: object.id, user_id }
  await checkUserId(tx, input)
  ensure(user_id !== declared.getOwnerId(object), declared.ownerProblem)
  ensure((await queries.withUser.maybe(tx, of)) === null, declared.memberProblem)
  // An invitation would tell others the name.
  if (content !== undefined) await ensureNotHidden(tx, content, object.id)
  await declared.ensureHasRoom?.(tx, object)
  const { id } = await queries.add.one(tx, { ...input, ...of, now: tx.clock.now() })
  ensureWithin(limit, await queries.size.one(tx, of))
  const member = await queries.byId.one(tx, { ...of, id })
  await declared.recordAddition?.(tx, { object, member })
  await inviteMember(tx, {
    group: `${name} ${object.id}`,
    userId: user_id,
    audited: { userId: user_id, after: pickAudited(queries.columns, member) },
    notify: async () => notify(tx, { object, member, inviter: (await getUser(tx, tx.actor.id)).name }),
  })
  return member
}
