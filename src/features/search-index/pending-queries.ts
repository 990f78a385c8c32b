import type { IndexDocument, IndexedProfile } from '@research-platform/search-engine'
import { sql } from 'kysely'
import { asJson, inBothCopies, inCopy, integerList, perEngine, type TableCopy } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

export interface PendingDocument {
  researcher_id: number
  before: IndexDocument | null
  after: IndexDocument | null
}

export const versions = {
  /** The version of the index, 0 before the first change, and the copy that serves searches. */
  current: prepare((q) =>
    q.selectFrom('search_copies').select((eb) => [
      'active',
      eb.fn
        .coalesce(
          eb.selectFrom('search_versions').select((all) => all.fn.max('search_versions.version').as('newest')),
          sql<number>`0`,
        )
        .as('version'),
    ]),
  ),

  after: prepare((q, p: { version: number }) =>
    q
      .selectFrom('search_versions')
      .select(['version', 'keys', 'blocks'])
      .where('version', '>', p.version)
      .orderBy('version'),
  ),

  add: prepare((q, p: { version: number; keys: string[]; blocks: number[] }) =>
    q.insertInto('search_versions').values({ version: p.version, keys: p.keys, blocks: p.blocks }),
  ),

  forget: prepare((q, p: { until: number }) => q.deleteFrom('search_versions').where('version', '<=', p.until)),
}

const pendingColumns = [
  'researcher_id',
  asJson<IndexDocument | null>(sql`"before"`).as('before'),
  asJson<IndexDocument | null>(sql`"after"`).as('after'),
] as const

export const pendingDocuments = {
  /** Ordered, because the first of two spellings of a name becomes its label. */
  all: prepare(
    (q, _: object, copy: TableCopy) =>
      q.selectFrom(inCopy('search_pending', copy)).select(pendingColumns).orderBy('researcher_id'),
    inBothCopies,
  ),

  ofResearchers: prepare(
    (q, p: { ids: number[] }, copy: TableCopy) =>
      q
        .selectFrom(inCopy('search_pending', copy))
        .select(pendingColumns)
        .where('researcher_id', 'in', integerList(p.ids)),
    inBothCopies,
  ),

  first: prepare(
    (q, p: { most: number }, copy: TableCopy) =>
      q.selectFrom(inCopy('search_pending', copy)).select('researcher_id').orderBy('researcher_id').limit(p.most),
    inBothCopies,
  ),

  remove: prepare(
    (q, p: { ids: number[] }, copy: TableCopy) =>
      q.deleteFrom(inCopy('search_pending', copy)).where('researcher_id', 'in', integerList(p.ids)),
    inBothCopies,
  ),
}

/** Publications of the record that are found; the index has room for about as many titles. */
const maxRecorded = 500

const recorded = sql`from publications where publications.researcher_id = researchers.id
  order by publications.issued desc, publications.id desc limit ${sql.lit(maxRecorded)}`

/** The publications that are typed on the profile, and the newest of the record. */
const allPublications = asJson<IndexedProfile['publications']>(
  perEngine({
    sqlite: sql`(select json_group_array(json(item)) from (
      select value as item from json_each(researchers.publications) union all
      select item from (select json_object('title', title, 'venue', container_title) as item ${recorded})))`,
    postgres: sql`(researchers.publications || coalesce((select jsonb_agg(item) from (
      select jsonb_build_object('title', title, 'venue', container_title) as item ${recorded}) as record), '[]'::jsonb))`,
  }),
).as('publications')

const selectProfiles = (q: Builder) =>
  q
    .selectFrom('researchers')
    .innerJoin('users', 'users.id', 'researchers.user_id')
    .select([
      'users.name',
      'researchers.headline',
      'researchers.bio',
      'institution',
      'institution_names',
      'department',
      'researchers.location',
      'country',
      'fields',
      'researchers.skills',
      'years_experience',
      'h_index',
      'availability',
      'verified',
      allPublications,
      'education',
      'employment',
      'visibility',
      'quality',
    ])

/** The current profiles. */
export const profiles = {
  ofResearcher: prepare((q, p: { id: number }) => selectProfiles(q).where('researchers.id', '=', p.id)),

  after: prepare((q, p: { id: number; most: number }) =>
    selectProfiles(q)
      .select(['researchers.id', 'name_key'])
      .where('researchers.id', '>', p.id)
      .orderBy('researchers.id')
      .limit(p.most),
  ),

  ofUsers: prepare((q, p: { ids: number[] }) =>
    q.selectFrom('researchers').select(['id', 'user_id']).where('user_id', 'in', integerList(p.ids)),
  ),

  ofResearchers: prepare((q, p: { ids: number[] }) =>
    selectProfiles(q).select('researchers.id').where('researchers.id', 'in', integerList(p.ids)),
  ),
}
