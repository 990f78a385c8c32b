import { type ExpressionBuilder, sql } from 'kysely'
import type { Slice } from '#core/page.ts'
import { asBoolean, integerList, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import type { Tables } from '#database/tables/index.ts'
import { researcherRecord } from './record.ts'
import type { Researcher } from './schemas.ts'

const { newRow, qualifiedColumns, values } = researcherRecord

/** What lists leave out. */
const long = ['publications', 'education', 'employment'] as const

const own = qualifiedColumns.filter(
  (column) => column !== 'researchers.publications_count' && !long.some((name) => column === `researchers.${name}`),
)

const selectUser = (eb: ExpressionBuilder<Tables, 'users'>) =>
  jsonObject<Researcher['user']>({
    id: eb.ref('users.id'),
    name: eb.ref('users.name'),
    profile_photo: eb.ref('users.profile_photo'),
  }).as('user')

/** Derived from the identity, so that it ends when the iD is changed or ORCID is unlinked. */
const orcidVerified = asBoolean(
  sql`exists (select 1 from identities where identities.user_id = researchers.user_id
    and identities.provider = 'orcid' and identities.subject = researchers.orcid)`,
).as('orcid_verified')

const withUser = (q: Builder) => q.selectFrom('researchers').innerJoin('users', 'users.id', 'researchers.user_id')

const selectCards = (q: Builder) =>
  withUser(q).select(own).select(orcidVerified).select(selectUser).select('publications_count')

const selectListed = (q: Builder, p: { visibility?: 'public' | 'private' | undefined }) =>
  p.visibility === undefined ? selectCards(q) : selectCards(q).where('visibility', '=', p.visibility)

type Change = WrittenValues<typeof researcherRecord> & {
  id: number
  institution_names: string[]
  publications_count: number
  quality: number
  now: string
}

type Sort = 'relevance' | 'recent' | 'experience' | 'name'

export const researchers = {
  add: prepare((q, p: WrittenValues<typeof researcherRecord> & { user_id: number; now: string }) =>
    q
      .insertInto('researchers')
      .values(newRow(p, { created_at: p.now, updated_at: p.now }))
      .onConflict((conflict) => conflict.columns(['user_id']).doNothing())
      .returning('id'),
  ),

  byId: prepare((q, p: { id: number }) =>
    withUser(q).select(own).select(orcidVerified).select(selectUser).select(long).where('researchers.id', '=', p.id),
  ),

  findId: prepare((q, p: { user_id: number }) =>
    q.selectFrom('researchers').select('id').where('user_id', '=', p.user_id),
  ),

  /** The names by which searches find the institution. */
  institutionNames: prepare((q, p: { id: number }) =>
    q.selectFrom('researchers').select('institution_names').where('id', '=', p.id),
  ),

  /** The ORCID iD with which the user signs in. */
  provenOrcid: prepare((q, p: { user_id: number }) =>
    q.selectFrom('identities').select('subject').where('user_id', '=', p.user_id).where('provider', '=', 'orcid'),
  ),

  /** The columns that access rules need. */
  subject: prepare((q, p: { id: number; actor_id: number }) =>
    q
      .selectFrom('researchers')
      .leftJoin('researcher_team', (join) =>
        join
          .onRef('researcher_team.researcher_id', '=', 'researchers.id')
          .on('researcher_team.user_id', '=', p.actor_id),
      )
      .select(['researchers.id', 'researchers.user_id', 'visibility', 'hidden_at', 'can_manage_team'])
      .where('researchers.id', '=', p.id),
  ),

  cards: prepare((q, p: { ids: number[] }) => selectCards(q).where('researchers.id', 'in', integerList(p.ids))),

  /** A slice of all profiles, or of one visibility. The search index counts them. */
  list: prepare(
    (q, p: { visibility?: 'public' | 'private' | undefined } & Slice, sort: Sort) => {
      const list = selectListed(q, p).limit(p.limit).offset(p.offset)
      if (sort === 'name') return list.orderBy('name_key').orderBy('researchers.id')
      if (sort === 'recent') return list.orderBy('researchers.id', 'desc')
      const column = sort === 'experience' ? 'years_experience' : 'quality'
      return list.orderBy(column, 'desc').orderBy('researchers.id', 'desc')
    },
    { optional: ['visibility'], choices: ['relevance', 'recent', 'experience', 'name'] },
  ),

  /** Private profiles that a user may see: their own and those of their teams. */
  privateSeenBy: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('researchers')
      .select('id')
      .where('visibility', '=', 'private')
      .where((eb) =>
        eb.or([
          eb('id', 'in', q.selectFrom('researchers').select('id').where('user_id', '=', p.user_id)),
          eb.and([
            eb('hidden_at', 'is', null),
            eb('id', 'in', q.selectFrom('researcher_team').select('researcher_id').where('user_id', '=', p.user_id)),
          ]),
        ]),
      ),
  ),

  change: prepare((q, p: Change) =>
    q
      .updateTable('researchers')
      .set({
        ...values(p),
        institution_names: p.institution_names,
        publications_count: p.publications_count,
        quality: p.quality,
        updated_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  setName: prepare((q, p: { id: number; name_key: string }) =>
    q.updateTable('researchers').set({ name_key: p.name_key }).where('id', '=', p.id),
  ),

  verification: prepare((q, p: { user_id: number }) =>
    q.selectFrom('researchers').select(['id', 'verified']).where('user_id', '=', p.user_id),
  ),

  verify: prepare((q, p: { id: number; verified: boolean; quality: number; now: string }) =>
    q
      .updateTable('researchers')
      .set({ verified: p.verified, quality: p.quality, updated_at: p.now })
      .where('id', '=', p.id),
  ),

  ofUser: prepare((q, p: { user_id: number }) =>
    q.selectFrom('researchers').select(own).select(orcidVerified).select(long).where('user_id', '=', p.user_id),
  ),

  erase: prepare((q, p: { id: number }) => q.deleteFrom('researchers').where('id', '=', p.id)),
}
