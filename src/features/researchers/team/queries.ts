import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { Tables } from '#database/tables/index.ts'
import type { TeamMember } from './schemas.ts'

const selectMemberUser = (eb: ExpressionBuilder<Tables, 'users'>) =>
  jsonObject<TeamMember['user']>({
    id: eb.ref('users.id'),
    name: eb.ref('users.name'),
    email: eb.fn.coalesce('users.email', sql<string>`''`),
    profile_photo: eb.fn.coalesce('users.profile_photo', sql<string>`''`),
  }).as('user')

const selectMembers = (q: Builder) =>
  q
    .selectFrom('researcher_team')
    .innerJoin('users', 'users.id', 'researcher_team.user_id')
    .select(['researcher_team.id', 'researcher_team.role', 'can_manage_team', 'added_at', 'accepted_at'])
    .select(selectMemberUser)

export const team = {
  of: prepare((q, p: { researcher_id: number }) =>
    selectMembers(q).where('researcher_id', '=', p.researcher_id).orderBy('researcher_team.id'),
  ),

  byId: prepare((q, p: { researcher_id: number; id: number }) =>
    selectMembers(q).where('researcher_id', '=', p.researcher_id).where('researcher_team.id', '=', p.id),
  ),

  withUser: prepare((q, p: { researcher_id: number; user_id: number }) =>
    q
      .selectFrom('researcher_team')
      .select('id')
      .where('researcher_id', '=', p.researcher_id)
      .where('user_id', '=', p.user_id),
  ),

  size: prepare((q, p: { researcher_id: number }) =>
    q.selectFrom('researcher_team').select(measureRows('role')).where('researcher_id', '=', p.researcher_id),
  ),

  countByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('researcher_team')
      .innerJoin('researchers', 'researchers.id', 'researcher_team.researcher_id')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('researchers.user_id', '=', p.user_id),
  ),

  add: prepare(
    (q, p: { researcher_id: number; user_id: number; role: string; can_manage_team: boolean; now: string }) =>
      q
        .insertInto('researcher_team')
        .values({
          researcher_id: p.researcher_id,
          user_id: p.user_id,
          role: p.role,
          can_manage_team: p.can_manage_team,
          added_at: p.now,
        })
        .returning('id'),
  ),

  /** The first acceptance is kept. */
  accept: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('researcher_team')
      .set({ accepted_at: p.now })
      .where('id', '=', p.id)
      .where('accepted_at', 'is', null),
  ),

  remove: prepare((q, p: { researcher_id: number; id: number }) =>
    q.deleteFrom('researcher_team').where('researcher_id', '=', p.researcher_id).where('id', '=', p.id),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('researcher_team')
      .select(['id', 'researcher_id', 'role', 'can_manage_team', 'added_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  removeUser: prepare((q, p: { user_id: number }) => q.deleteFrom('researcher_team').where('user_id', '=', p.user_id)),
}
