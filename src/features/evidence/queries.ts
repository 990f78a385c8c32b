import { sql } from 'kysely'
import { arrayRows, castInteger, integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

export const strengths = {
  clear: prepare((q, p: { user_id: number }) => q.deleteFrom('skill_strengths').where('user_id', '=', p.user_id)),

  /** Rows of the key and the strength. */
  add: prepare((q, p: { user_id: number; rows: [string, number][] }) =>
    q
      .insertInto('skill_strengths')
      .columns(['user_id', 'skill_key', 'strength'])
      .expression(
        sql`select cast(${p.user_id} as bigint), value ->> 0, ${castInteger(sql`value ->> 1`)} from ${arrayRows(p.rows)}`,
      ),
  ),

  of: prepare((q, p: { user_id: number }) =>
    q.selectFrom('skill_strengths').select(['skill_key', 'strength']).where('user_id', '=', p.user_id),
  ),
}

export const authors = {
  /** Those of the users whose identity is verified: administrators, and researchers that one has verified. */
  verified: prepare((q, p: { ids: readonly number[] }) =>
    q
      .selectFrom('users')
      .leftJoin('researchers', 'researchers.user_id', 'users.id')
      .select('users.id')
      .where('users.id', 'in', integerList(p.ids))
      .where('users.deleted_at', 'is', null)
      .where((eb) => eb.or([eb('users.role', '=', 'admin'), eb('researchers.verified', '=', true)])),
  ),

  examIds: prepare((q, p: { user_id: number }) => q.selectFrom('exams').select('id').where('user_id', '=', p.user_id)),

  courseIds: prepare((q, p: { user_id: number }) =>
    q.selectFrom('courses').select('id').where('user_id', '=', p.user_id),
  ),

  projectIds: prepare((q, p: { user_id: number }) =>
    q.selectFrom('projects').select('id').where('owner_id', '=', p.user_id),
  ),
}

/** What the users say of themselves, which counts only where a proven publication says it too. */
export const profiles = {
  skills: prepare((q, p: { user_ids: readonly number[] }) =>
    q.selectFrom('researchers').select(['user_id', 'fields', 'skills']).where('user_id', 'in', integerList(p.user_ids)),
  ),
}

export const identities = {
  /** Users who have proven an ORCID iD by signing in there. */
  orcid: prepare((q, p: { user_ids: readonly number[] }) =>
    q
      .selectFrom('identities')
      .select(['user_id', 'subject', 'created_at'])
      .where('provider', '=', 'orcid')
      .where('user_id', 'in', integerList(p.user_ids)),
  ),
}

export const publications = {
  /** Works of the ORCID record that the user has proven to be theirs. */
  of: prepare((q, p: { user_ids: readonly number[] }) =>
    q
      .selectFrom('proven_publications')
      .innerJoin('identities', (join) =>
        join
          .onRef('identities.user_id', '=', 'proven_publications.user_id')
          .onRef('identities.subject', '=', 'proven_publications.orcid')
          .on('identities.provider', '=', 'orcid'),
      )
      .select(['proven_publications.user_id', 'proven_publications.title', 'proven_publications.doi'])
      .select(['proven_publications.source', 'proven_publications.proven_at'])
      .where('proven_publications.user_id', 'in', integerList(p.user_ids))
      .orderBy('proven_publications.id'),
  ),

  clear: prepare((q, p: { user_id: number }) => q.deleteFrom('proven_publications').where('user_id', '=', p.user_id)),

  add: prepare(
    (
      q,
      p: {
        user_id: number
        orcid: string
        work: number
        title: string
        year: number | null
        doi: string | null
        source: string
        now: string
      },
    ) =>
      q.insertInto('proven_publications').values({
        user_id: p.user_id,
        orcid: p.orcid,
        work: p.work,
        title: p.title,
        year: p.year,
        doi: p.doi,
        source: p.source,
        proven_at: p.now,
      }),
  ),
}

/** Users, by id. */
export const holders = {
  after: prepare((q, p: { after: number; most: number }) =>
    q
      .selectFrom('users')
      .select('id')
      .where('id', '>', p.after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(p.most),
  ),
}
