import { sql } from 'kysely'
import { asBoolean, jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import { buildErasure } from '#features/jobs/condition-queries.ts'
import { type CandidateSource, candidateRecord } from './record.ts'

/** Cross joins keep this order on SQLite. */
const selectCandidates = (q: Builder) =>
  q
    .selectFrom('job_candidates')
    .innerJoin('job_posts', 'job_posts.id', 'job_candidates.job_post_id')
    .innerJoin('users as importers', 'importers.id', 'job_candidates.imported_by')
    .select(candidateRecord.qualifiedColumns)
    .select(['job_candidates.accepted_at', 'job_candidates.resume', 'job_posts.blind as is_blind_post'])
    .select((eb) => [
      jsonObject<{ id: number; name: string }>({ id: eb.ref('importers.id'), name: eb.ref('importers.name') }).as(
        'importer',
      ),
      asBoolean(
        sql`exists (select 1 from job_applications where job_applications.id = job_candidates.application_id
          and job_applications.pending = ${sql.lit(false)})`,
      ).as('has_applied'),
      // An application may state any address; it is the person's if the account has proven it.
      asBoolean(
        sql`exists (select 1 from job_applications join users on users.id = job_applications.user_id
          where job_applications.id = job_candidates.application_id and users.email = job_candidates.email
          and users.email_verified_at is not null)`,
      ).as('is_own_application'),
    ])
    .where('job_candidates.withdrawn_at', 'is', null)

type NewCandidate = Omit<
  NewRowOf<typeof candidateRecord>,
  'invited_at' | 'accepted_at' | 'withdrawn_at' | 'created_at' | 'updated_at'
> & { now: string }

interface CandidateName {
  id: number
  first_name: string
  last_name: string
  phone: string
  location: string
  cover_letter: string
  tags: string[]
  note: string
  resume: Record<string, unknown> | null
  sources: CandidateSource[]
  now: string
}

export const candidates = {
  ofPost: prepareList((q, p: { job_post_id: number }) =>
    selectCandidates(q).where('job_candidates.job_post_id', '=', p.job_post_id).orderBy('job_candidates.id', 'desc'),
  ),

  inPost: prepare((q, p: { id: number; job_post_id: number }) =>
    selectCandidates(q).where('job_candidates.id', '=', p.id).where('job_candidates.job_post_id', '=', p.job_post_id),
  ),

  byId: prepare((q, p: { id: number }) => selectCandidates(q).where('job_candidates.id', '=', p.id)),

  /** The candidate with an address, also one who has refused. */
  byKey: prepare((q, p: { job_post_id: number; email_key: string }) =>
    q
      .selectFrom('job_candidates')
      .select(['id', 'first_name', 'last_name', 'phone', 'location', 'cover_letter', 'tags', 'note', 'resume'])
      .select(['sources', 'application_id', 'withdrawn_at'])
      .where('job_post_id', '=', p.job_post_id)
      .where('email_key', '=', p.email_key),
  ),

  /** An application of the post that gives the address. Its reserved place is the applicant's secret. */
  applicationWith: prepare((q, p: { job_post_id: number; email: string }) =>
    q
      .selectFrom('job_applications')
      .select(['id', 'pending'])
      .where('job_post_id', '=', p.job_post_id)
      .where('email', '=', p.email)
      .orderBy('id')
      .limit(1),
  ),

  /** Adds nothing when another request was faster. */
  add: prepare((q, p: NewCandidate) =>
    q
      .insertInto('job_candidates')
      .values(
        candidateRecord.newRow(p, {
          invited_at: null,
          accepted_at: null,
          withdrawn_at: null,
          created_at: p.now,
          updated_at: p.now,
        }),
      )
      .onConflict((conflict) => conflict.columns(['job_post_id', 'email_key']).doNothing())
      .returning('id'),
  ),

  fill: prepare((q, p: CandidateName) =>
    q
      .updateTable('job_candidates')
      .set({
        first_name: p.first_name,
        last_name: p.last_name,
        phone: p.phone,
        location: p.location,
        cover_letter: p.cover_letter,
        tags: p.tags,
        note: p.note,
        resume: p.resume,
        sources: p.sources,
        updated_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  size: prepare((q, p: { job_post_id: number }) =>
    q
      .selectFrom('job_candidates')
      .select(measureRows())
      .where('job_post_id', '=', p.job_post_id)
      .where('withdrawn_at', 'is', null),
  ),

  setInvited: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('job_candidates').set({ invited_at: p.now, updated_at: p.now }).where('id', '=', p.id),
  ),

  /** Concurrent answers of a person change the same row, so that one of them is repeated. */
  accept: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('job_candidates')
      .set({ accepted_at: sql<string>`coalesce(accepted_at, ${p.now})`, updated_at: p.now })
      .where('id', '=', p.id)
      .where('withdrawn_at', 'is', null),
  ),

  /** Ends the connection with an application. */
  release: prepare((q, p: { id: number }) =>
    q.updateTable('job_candidates').set({ application_id: null }).where('id', '=', p.id),
  ),

  withdraw: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('job_candidates').set(buildErasure(p)).where('id', '=', p.id).where('withdrawn_at', 'is', null),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('job_candidates').where('id', '=', p.id)),

  /** Those who have accepted, and wait for an account with their address. */
  acceptedWith: prepare((q, p: { email: string }) =>
    q
      .selectFrom('job_candidates')
      .select('id')
      .where('email', '=', p.email)
      .where('accepted_at', 'is not', null)
      .orderBy('id'),
  ),

  /** What was imported about a user, who has proven the address. An application may give any address. */
  listAboutUser: prepare((q, p: { user_id: number }) =>
    selectCandidates(q).where(isAbout(p)).orderBy('job_candidates.id'),
  ),

  withdrawAboutUser: prepare((q, p: { user_id: number; now: string }) =>
    q.updateTable('job_candidates').set(buildErasure(p)).where(isAbout(p)),
  ),

  listByImporter: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_candidates')
      .select(['id', 'job_post_id', 'note', 'tags', 'sources', 'created_at'])
      .where('imported_by', '=', p.user_id)
      .orderBy('id'),
  ),

  /** Removes those whom the user imported into posts of no company, and who have not applied. */
  removeByImporter: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('job_candidates')
      .where('imported_by', '=', p.user_id)
      .where('application_id', 'is', null)
      .where('job_post_id', 'in', (eb) =>
        eb
          .selectFrom('job_posts')
          .select('job_posts.id')
          .where('job_posts.user_id', '=', p.user_id)
          .where('job_posts.company_id', 'is', null),
      ),
  ),

  sweep: prepare((q, p: { before: string; most: number }) =>
    q.deleteFrom('job_candidates').where(
      sql<boolean>`id in (select id from job_candidates where application_id is null and withdrawn_at is null
        and created_at <= ${p.before} order by created_at, id limit ${p.most})`,
    ),
  ),
}

const isAbout = (p: { user_id: number }) =>
  sql<boolean>`job_candidates.email = (
    select users.email from users where users.id = ${p.user_id} and users.email_verified_at is not null)`

/** A candidate as stored. */
export type Row = Awaited<ReturnType<typeof candidates.byId.one>>
