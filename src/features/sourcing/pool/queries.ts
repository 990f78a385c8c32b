import { sql } from 'kysely'
import { asBoolean, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { jobPostRights } from '#features/jobs/rights.ts'
import { researcherRights } from '#features/researchers/index.ts'
import { talentPoolRights } from '../rights.ts'
import { noRequest } from './extension-queries.ts'
import { type TalentPoolStatus, talentPoolRecord } from './record.ts'
import type { TalentPoolEntry } from './schemas.ts'

/** Cross joins keep this order on SQLite. */
const selectEntries = (q: Builder) =>
  q
    .selectFrom('talent_pool_entries')
    .innerJoin('users', 'users.id', 'talent_pool_entries.user_id')
    .innerJoin('users as keepers', 'keepers.id', 'talent_pool_entries.keeper_id')
    .leftJoin('companies', 'companies.id', 'talent_pool_entries.company_id')
    .leftJoin('users as requesters', 'requesters.id', 'talent_pool_entries.requested_by')
    .select(talentPoolRecord.qualifiedColumns)
    .select([
      'talent_pool_entries.keeper_id',
      'talent_pool_entries.requested_by',
      'keepers.name as keeper_name',
      'companies.name as company_name',
    ])
    .select('requesters.name as requester_name')
    .select((eb) =>
      jsonObject<TalentPoolEntry['user']>({
        id: eb.ref('users.id'),
        name: eb.ref('users.name'),
        email: eb.fn.coalesce('users.email', sql<string>`''`),
        profile_photo: eb.ref('users.profile_photo'),
      }).as('user'),
    )

interface CurrentFilter {
  now: string
  status?: TalentPoolStatus | undefined
}

type NewEntry = Omit<
  NewRowOf<typeof talentPoolRecord>,
  | 'status'
  | 'consented_at'
  | 'requested_until'
  | 'request_ends_at'
  | 'requested_by'
  | 'created_at'
  | 'updated_at'
  | 'note'
> & {
  note: string
  now: string
}

export const talentPool = {
  /** The entries of the user alone. */
  ofKeeper: prepareList(
    (q, p: CurrentFilter & { keeper_id: number }) => {
      const list = selectEntries(q)
        .where('talent_pool_entries.keeper_id', '=', p.keeper_id)
        .where('talent_pool_entries.company_id', 'is', null)
        .where('talent_pool_entries.ends_at', '>', p.now)
        .orderBy('talent_pool_entries.id', 'desc')
      return p.status === undefined ? list : list.where('talent_pool_entries.status', '=', p.status)
    },
    { optional: ['status'] },
  ),

  ofCompany: prepareList(
    (q, p: CurrentFilter & { company_id: number }) => {
      const list = selectEntries(q)
        .where('talent_pool_entries.company_id', '=', p.company_id)
        .where('talent_pool_entries.ends_at', '>', p.now)
        .orderBy('talent_pool_entries.id', 'desc')
      return p.status === undefined ? list : list.where('talent_pool_entries.status', '=', p.status)
    },
    { optional: ['status'] },
  ),

  /** The entries about the user. */
  aboutUser: prepareList((q, p: { user_id: number; now: string }) =>
    selectEntries(q)
      .where('talent_pool_entries.user_id', '=', p.user_id)
      .where('talent_pool_entries.ends_at', '>', p.now)
      .orderBy('talent_pool_entries.id', 'desc'),
  ),

  byId: prepare((q, p: { id: number; actor_id: number; now: string }) =>
    selectEntries(q)
      .select(asBoolean(talentPoolRights.relates('colleague', { actor_id: p.actor_id })).as('is_colleague'))
      .where('talent_pool_entries.id', '=', p.id)
      .where('talent_pool_entries.ends_at', '>', p.now),
  ),

  add: prepare((q, p: NewEntry) =>
    q
      .insertInto('talent_pool_entries')
      .values(
        talentPoolRecord.newRow(p, {
          status: 'pending',
          consented_at: null,
          ...noRequest,
          created_at: p.now,
          updated_at: p.now,
        }),
      )
      .returning('id'),
  ),

  setNote: prepare((q, p: { id: number; note: string; now: string }) =>
    q.updateTable('talent_pool_entries').set({ note: p.note, updated_at: p.now }).where('id', '=', p.id),
  ),

  /** Changes nothing when another request was faster. */
  consent: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('talent_pool_entries')
      .set({
        status: 'consented',
        consented_at: p.now,
        updated_at: p.now,
        ends_at: sql<string>`consent_until`,
      })
      .where('id', '=', p.id)
      .where('status', '=', 'pending')
      .where('ends_at', '>', p.now),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('talent_pool_entries').where('id', '=', p.id)),

  /** Removes the entries about the user that have ended, which the sweep has not found yet. */
  removeEnded: prepare((q, p: { user_id: number; now: string }) =>
    q.deleteFrom('talent_pool_entries').where('user_id', '=', p.user_id).where('ends_at', '<=', p.now),
  ),

  countOfKeeper: prepare((q, p: { keeper_id: number }) =>
    q
      .selectFrom('talent_pool_entries')
      .select(sql<number>`count(*)`.as('total'))
      .where('keeper_id', '=', p.keeper_id)
      .where('company_id', 'is', null),
  ),

  countOfCompany: prepare((q, p: { company_id: number }) =>
    q
      .selectFrom('talent_pool_entries')
      .select(sql<number>`count(*)`.as('total'))
      .where('company_id', '=', p.company_id),
  ),

  countRequestsTo: prepare((q, p: { user_id: number; now: string }) =>
    q
      .selectFrom('talent_pool_entries')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where('ends_at', '>', p.now)
      .where((eb) => eb.or([eb('status', '=', sql.lit('pending')), eb('request_ends_at', '>', p.now)])),
  ),

  sweep: prepare((q, p: { now: string; most: number }) =>
    q
      .deleteFrom('talent_pool_entries')
      .where(
        sql<boolean>`id in (select id from talent_pool_entries where ends_at <= ${p.now} order by ends_at limit ${p.most})`,
      )
      // A person may have agreed to a later end meanwhile.
      .where('ends_at', '<=', p.now),
  ),

  listByKeeper: prepare((q, p: { user_id: number }) =>
    selectEntries(q).where('talent_pool_entries.keeper_id', '=', p.user_id).orderBy('talent_pool_entries.id'),
  ),

  listAboutUser: prepare((q, p: { user_id: number }) =>
    selectEntries(q).where('talent_pool_entries.user_id', '=', p.user_id).orderBy('talent_pool_entries.id'),
  ),

  /** Those of companies stay with them. */
  removeByKeeper: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('talent_pool_entries').where('keeper_id', '=', p.user_id).where('company_id', 'is', null),
  ),

  removeAboutUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('talent_pool_entries').where('user_id', '=', p.user_id),
  ),

  removeOfCompany: prepare((q, p: { company_id: number }) =>
    q.deleteFrom('talent_pool_entries').where('company_id', '=', p.company_id),
  ),
}

/** An entry as stored. */
export type Row = Omit<Awaited<ReturnType<typeof talentPool.byId.one>>, 'is_colleague'>

interface Acquaintance {
  user_id: number
  actor_id: number
}

/** How the actor may know a person. */
export const acquaintances = {
  /** An application for a post that the actor manages, where it is not withheld who the applicant is. */
  application: prepare((q, p: Acquaintance) =>
    q
      .selectFrom('job_applications')
      .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
      .select('job_applications.id')
      .where('job_applications.user_id', '=', p.user_id)
      .where('job_applications.pending', '=', sql.lit(false))
      .where((eb) => eb.or([eb('job_posts.blind', '=', sql.lit(false)), eb('shortlisted_at', 'is not', null)]))
      .where(jobPostRights.allows('manage', { actor_id: p.actor_id }))
      .limit(1),
  ),

  /** A profile of a researcher that the actor sees. */
  profile: prepare((q, p: Acquaintance) =>
    q
      .selectFrom('researchers')
      .select('id')
      .where('user_id', '=', p.user_id)
      .where(researcherRights.allows('read', { actor_id: p.actor_id })),
  ),
}
