import { sql } from 'kysely'
import { type AgeOrder, getSortDirection } from '#core/page.ts'
import { perEngine } from '#database/query/expressions.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { AuditActor, AuditOutcome } from '#database/tables/audit.ts'
import type { ChainedRow } from './chain.ts'

const chained = [
  'id',
  'created_at',
  'actor',
  'actor_id',
  'action',
  'object_kind',
  'object_id',
  'user_id',
  'outcome',
  'status',
  'request_id',
  'details',
  'details_hash',
  'previous_hash',
  'hash',
] as const

/** The counter of the rows that tell what was only read. */
export const readsCounter = 'audit_reads'

/** The filters of the log; an absent one selects all. */
export interface AuditFilter {
  actor?: AuditActor | undefined
  actor_id?: number | undefined
  action?: string | undefined
  object_kind?: string | undefined
  object_id?: string | undefined
  user_id?: number | undefined
  outcome?: AuditOutcome | undefined
  request_id?: string | undefined
  /** Leaves out what was only read. */
  without_reads?: true | undefined
  /** The numbers of the first and the last row. */
  first?: number | undefined
  last?: number | undefined
}

export const auditLog = {
  /** The end of the log, locked until the commit, so that rows are appended one after the other. */
  lockEnd: prepare((q) =>
    q
      .selectFrom('audit_end')
      .select(['last_id', 'hash', 'created_at'])
      .where('id', '=', 1)
      .modifyEnd(perEngine({ sqlite: sql``, postgres: sql`for update` })),
  ),

  end: prepare((q) => q.selectFrom('audit_end').select(['last_id', 'hash']).where('id', '=', 1)),

  setEnd: prepare((q, p: { last_id: number; hash: string; created_at: string }) =>
    q.updateTable('audit_end').set({ last_id: p.last_id, hash: p.hash, created_at: p.created_at }).where('id', '=', 1),
  ),

  add: prepare((q, p: ChainedRow & { details: string; hash: string; is_read: boolean }) =>
    q.insertInto('audit_log').values({
      id: p.id,
      created_at: p.created_at,
      actor: p.actor,
      actor_id: p.actor_id,
      action: p.action,
      object_kind: p.object_kind,
      object_id: p.object_id,
      user_id: p.user_id,
      outcome: p.outcome,
      status: p.status,
      request_id: p.request_id,
      details: p.details,
      details_hash: p.details_hash,
      previous_hash: p.previous_hash,
      hash: p.hash,
      is_read: p.is_read,
    }),
  ),

  /** The details about a user are erased with the account. */
  eraseDetails: prepare((q, p: { user_id: number }) =>
    q.updateTable('audit_log').set({ details: null }).where('user_id', '=', p.user_id).where('details', 'is not', null),
  ),

  after: prepare((q, p: { id: number; most: number }) =>
    q.selectFrom('audit_log').select(chained).where('id', '>', p.id).orderBy('id').limit(p.most),
  ),

  /** The users whose accounts were erased by an act in the log. */
  erased: prepare((q, p: { action: string }) =>
    q.selectFrom('audit_log').select('user_id').where('action', '=', p.action).where('outcome', '=', 'done'),
  ),

  byId: prepare((q, p: { id: number }) => q.selectFrom('audit_log').select(chained).where('id', '=', p.id)),

  aboutUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('audit_log')
      .select(['created_at', 'actor', 'action', 'outcome', 'details'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  newest: prepareList(
    (q, p: AuditFilter & AgeOrder) => {
      let rows = q.selectFrom('audit_log').select(chained).orderBy('id', getSortDirection(p))
      if (p.actor !== undefined) rows = rows.where('actor', '=', p.actor)
      if (p.actor_id !== undefined) rows = rows.where('actor_id', '=', p.actor_id)
      if (p.action !== undefined) rows = rows.where('action', '=', p.action)
      if (p.object_kind !== undefined) rows = rows.where('object_kind', '=', p.object_kind)
      if (p.object_id !== undefined) rows = rows.where('object_id', '=', p.object_id)
      if (p.user_id !== undefined) rows = rows.where('user_id', '=', p.user_id)
      if (p.outcome !== undefined) rows = rows.where('outcome', '=', p.outcome)
      if (p.request_id !== undefined) rows = rows.where('request_id', '=', p.request_id)
      if (p.without_reads !== undefined) rows = rows.where(sql<boolean>`not is_read`)
      if (p.first !== undefined) rows = rows.where('id', '>=', p.first)
      if (p.last !== undefined) rows = rows.where('id', '<=', p.last)
      return rows
    },
    {
      optional: [
        'actor',
        'actor_id',
        'action',
        'object_kind',
        'object_id',
        'user_id',
        'outcome',
        'request_id',
        'without_reads',
        'first',
        'last',
        'oldest',
      ],
    },
  ),

  /** The number of the first row that is not older; rows are numbered in the order of time. */
  firstSince: prepare((q, p: { time: string }) =>
    q
      .selectFrom('audit_log')
      .select('id')
      .where('created_at', '>=', p.time)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1),
  ),
}

export const auditHeads = {
  newest: prepare((q) =>
    q
      .selectFrom('audit_heads')
      .select(['last_id', 'hash', 'signed_at', 'public_key', 'signature'])
      .orderBy('last_id', 'desc')
      .limit(1),
  ),

  all: prepare((q) =>
    q.selectFrom('audit_heads').select(['last_id', 'hash', 'signed_at', 'public_key', 'signature']).orderBy('last_id'),
  ),

  add: prepare((q, p: { last_id: number; hash: string; signed_at: string; public_key: string; signature: string }) =>
    q
      .insertInto('audit_heads')
      .values({
        last_id: p.last_id,
        hash: p.hash,
        signed_at: p.signed_at,
        public_key: p.public_key,
        signature: p.signature,
      })
      .onConflict((conflict) => conflict.column('last_id').doNothing()),
  ),
}
