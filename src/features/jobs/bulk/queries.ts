import { sql } from 'kysely'
import { jsonObject } from '#database/query/expressions.ts'
import { prepare, prepareList } from '#database/query/prepare.ts'
import type { ApplicationState, BulkActionKind } from '#database/tables/jobs.ts'
import type { UndoableAction } from './schemas.ts'

export const bulkActions = {
  add: prepare((q, p: { job_post_id: number; user_id: number; action: BulkActionKind; now: string }) =>
    q
      .insertInto('bulk_actions')
      .values({
        job_post_id: p.job_post_id,
        user_id: p.user_id,
        action: p.action,
        created_at: p.now,
        undone_at: null,
      })
      .returning('id'),
  ),

  byId: prepare((q, p: { id: number }) =>
    q
      .selectFrom('bulk_actions')
      .select(['id', 'job_post_id', 'user_id', 'action', 'created_at', 'undone_at'])
      .where('id', '=', p.id),
  ),

  inPost: prepare((q, p: { id: number; job_post_id: number }) =>
    q
      .selectFrom('bulk_actions')
      .select(['id', 'action', 'created_at', 'undone_at'])
      .where('id', '=', p.id)
      .where('job_post_id', '=', p.job_post_id),
  ),

  /** The actions for a post since a time, the newest first. */
  ofPost: prepareList((q, p: { job_post_id: number; since: string }) =>
    q
      .selectFrom('bulk_actions')
      .innerJoin('users', 'users.id', 'bulk_actions.user_id')
      .select(['bulk_actions.id', 'bulk_actions.action', 'bulk_actions.created_at', 'bulk_actions.undone_at'])
      .select((eb) => [
        jsonObject<UndoableAction['user']>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('user'),
        sql<number>`(select count(*) from bulk_action_items where bulk_action_items.bulk_id = bulk_actions.id)`.as(
          'changed',
        ),
      ])
      .where('bulk_actions.job_post_id', '=', p.job_post_id)
      .where('bulk_actions.created_at', '>', p.since)
      .orderBy('bulk_actions.id', 'desc'),
  ),

  /** Changes nothing when it was undone already. */
  undo: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('bulk_actions').set({ undone_at: p.now }).where('id', '=', p.id).where('undone_at', 'is', null),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('bulk_actions').where('id', '=', p.id)),
}

interface Item {
  bulk_id: number
  application_id: number
  change_id: number | null
  before: ApplicationState
  after: ApplicationState
  told: boolean
}

export const bulkItems = {
  add: prepare((q, p: Item) =>
    q.insertInto('bulk_action_items').values({
      bulk_id: p.bulk_id,
      application_id: p.application_id,
      change_id: p.change_id,
      before: p.before,
      after: p.after,
      told: p.told,
    }),
  ),

  of: prepare((q, p: { bulk_id: number }) =>
    q
      .selectFrom('bulk_action_items')
      .select(['application_id', 'change_id', 'before', 'after', 'told'])
      .where('bulk_id', '=', p.bulk_id)
      .orderBy('application_id'),
  ),

  /** Some changes of a status of which the applicants are not told yet. */
  untold: prepare((q, p: { bulk_id: number; most: number }) =>
    q
      .selectFrom('bulk_action_items')
      .select(['application_id', 'change_id'])
      .where('bulk_id', '=', p.bulk_id)
      .where('told', '=', sql.lit(false))
      .where('change_id', 'is not', null)
      .orderBy('application_id')
      .limit(p.most),
  ),

  setTold: prepare((q, p: { bulk_id: number; application_id: number }) =>
    q
      .updateTable('bulk_action_items')
      .set({ told: sql.lit(true) })
      .where('bulk_id', '=', p.bulk_id)
      .where('application_id', '=', p.application_id),
  ),
}
