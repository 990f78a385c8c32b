import { sql } from 'kysely'
import { castInteger, castTimestamp, perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { LeafKind } from '#database/tables/transparency.ts'

const activityColumns = [
  'id',
  'user_id',
  'activity_type as type',
  'description',
  'metadata',
  'ip_address',
  'user_agent',
  'api_key_id',
  'created_at',
] as const

export const logEnd = {
  get: prepare((q) => q.selectFrom('log_end').select(['size', 'audit_id']).where('id', '=', 1)),

  /** Locked until the commit, so that leaves are appended one after the other. */
  lock: prepare((q) =>
    q
      .selectFrom('log_end')
      .select(['size', 'audit_id'])
      .where('id', '=', 1)
      .modifyEnd(perEngine({ sqlite: sql``, postgres: sql`for update` })),
  ),

  set: prepare((q, p: { size: number; audit_id: number }) =>
    q.updateTable('log_end').set({ size: p.size, audit_id: p.audit_id }).where('id', '=', 1),
  ),
}

export const logTiles = {
  get: prepare((q, p: { level: number; position: number }) =>
    q.selectFrom('log_tiles').select('hashes').where('level', '=', p.level).where('position', '=', p.position),
  ),

  set: prepare((q, p: { level: number; position: number; hashes: Uint8Array }) =>
    q
      .insertInto('log_tiles')
      .values({ level: p.level, position: p.position, hashes: p.hashes })
      .onConflict((conflict) => conflict.columns(['level', 'position']).doUpdateSet({ hashes: p.hashes })),
  ),
}

export const logLeaves = {
  add: prepare((q, p: { position: number; kind: LeafKind; row_id: number; salt: string | null }) =>
    q.insertInto('log_leaves').values({ position: p.position, kind: p.kind, row_id: p.row_id, salt: p.salt }),
  ),

  from: prepare((q, p: { position: number; most: number }) =>
    q
      .selectFrom('log_leaves')
      .select(['position', 'kind', 'row_id', 'salt'])
      .where('position', '>=', p.position)
      .orderBy('position')
      .limit(p.most),
  ),

  ofAuditRow: prepare((q, p: { row_id: number }) =>
    q.selectFrom('log_leaves').select('position').where('kind', '=', 'audit').where('row_id', '=', p.row_id),
  ),

  /** Afterwards the hashes of the leaves say nothing about the user. */
  eraseSalts: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('log_leaves')
      .set({ salt: null })
      .where('position', 'in', (e) =>
        e
          .selectFrom('activity_log')
          .select((row) => row.ref('log_position').$notNull().as('position'))
          .where('user_id', '=', p.user_id)
          .where('log_position', 'is not', null),
      ),
  ),
}

export const loggedActivity = {
  pending: prepare((q, p: { most: number }) =>
    q.selectFrom('activity_log').select(activityColumns).where('log_position', 'is', null).orderBy('id').limit(p.most),
  ),

  setPosition: prepare((q, p: { id: number; position: number }) =>
    q.updateTable('activity_log').set({ log_position: p.position }).where('id', '=', p.id),
  ),

  between: prepare((q, p: { first: number; last: number }) =>
    q
      .selectFrom('activity_log')
      .select([...activityColumns, 'log_position'])
      .where('log_position', '>=', p.first)
      .where('log_position', '<=', p.last)
      .orderBy('log_position'),
  ),

  /** The next rows of a user after a row, by time and id. */
  ofUser: prepare((q, p: { user_id: number; after: string; after_id: number; most: number }) =>
    q
      .selectFrom('activity_log')
      .innerJoin('log_leaves', 'log_leaves.position', 'activity_log.log_position')
      .select([
        'activity_log.id',
        'user_id',
        'activity_type as type',
        'description',
        'metadata',
        'ip_address',
        'user_agent',
        'api_key_id',
        'created_at',
        'log_leaves.position',
        'log_leaves.salt',
      ])
      .where('user_id', '=', p.user_id)
      .where((e) =>
        e(e.refTuple('created_at', 'activity_log.id'), '>', e.tuple(castTimestamp(p.after), castInteger(p.after_id))),
      )
      .orderBy('created_at')
      .orderBy('activity_log.id')
      .limit(p.most),
  ),
}

export const loggedAudit = {
  after: prepare((q, p: { id: number; most: number }) =>
    q.selectFrom('audit_log').select(['id', 'hash']).where('id', '>', p.id).orderBy('id').limit(p.most),
  ),

  between: prepare((q, p: { first: number; last: number }) =>
    q.selectFrom('audit_log').select(['id', 'hash']).where('id', '>=', p.first).where('id', '<=', p.last).orderBy('id'),
  ),

  aboutUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('audit_log').select(['id', 'hash']).where('user_id', '=', p.user_id).orderBy('id'),
  ),
}
