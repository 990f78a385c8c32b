import { type SqlBool, sql } from 'kysely'
import type { Slice } from '#core/page.ts'
import type { Range } from '#core/terms.ts'
import { containsText, integerList, perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import { scoreStep } from '../blind.ts'
import { calculateScore } from '../matching/queries.ts'
import { type Filter, selectApplications } from './queries.ts'

/** The text by which an applicant is searched. Of a blind candidate it tells nothing but the number. */
const searched = sql`case when job_posts.blind and job_applications.shortlisted_at is null
  then 'candidate ' || job_applications.candidate_number else job_applications.search_key end`

const item = sql.ref('resume_terms.item_id')

/** The resume has a term in each of the ranges. The words of a blind candidate's resume match nothing. */
const hasWords = (ranges: Range[]) =>
  perEngine<SqlBool>({
    sqlite: sql`(not job_posts.blind or job_applications.shortlisted_at is not null)
      and not exists (select 1 from json_each(${ranges}) as wanted where not exists (select 1 from resume_terms
        where ${item} = job_applications.id
          and resume_terms.term >= wanted.value ->> 0 and resume_terms.term < wanted.value ->> 1))`,
    postgres: sql`(not job_posts.blind or job_applications.shortlisted_at is not null)
      and not exists (select 1 from jsonb_array_elements(${ranges}::jsonb) as wanted(range) where not exists (
        select 1 from resume_terms where ${item} = job_applications.id
          and resume_terms.term >= wanted.range ->> 0 and resume_terms.term < wanted.range ->> 1))`,
  })

/** The application has a tag with the key. */
const hasTag = (key: string) =>
  perEngine<SqlBool>({
    sqlite: sql`exists (select 1 from json_each(job_applications.tag_keys) as tag where tag.value = ${key})`,
    postgres: sql`job_applications.tag_keys @> jsonb_build_array(cast(${key} as text))`,
  })

interface ApplicantFilter extends Filter {
  job_post_id: number
  part?: string | undefined
  words?: Range[] | undefined
  /** A folded tag. */
  tag?: string | undefined
}

const applicantFilters = ['status', 'part', 'words', 'tag'] as const

/** The submitted applications of a post, by their ids alone. */
function selectFound(q: Builder, p: ApplicantFilter) {
  let found = q
    .selectFrom('job_applications')
    .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
    .where('job_applications.job_post_id', '=', p.job_post_id)
    .where('job_applications.pending', '=', sql.lit(false))
  if (p.status !== undefined) found = found.where('job_applications.status', '=', p.status)
  if (p.part !== undefined) found = found.where(containsText(searched, p.part))
  if (p.tag !== undefined) found = found.where(hasTag(p.tag))
  return p.words === undefined ? found : found.where(hasWords(p.words))
}

/** The score by which judges rank: that of a blind candidate is what they are told, which does not change. */
const shownScore = (p: { job_post_id: number }) =>
  sql<number>`case when job_posts.blind and job_applications.shortlisted_at is null
    then coalesce(job_applications.blind_score, ${calculateScore(p)} / ${sql.lit(scoreStep)} * ${sql.lit(scoreStep)})
    else ${calculateScore(p)} end`

/** The submitted applications of a post. Reserved places are not among them. */
export const applicants = {
  ofPost: prepareList(
    (q, p: ApplicantFilter) => {
      let list = selectApplications(q)
        .where('job_applications.job_post_id', '=', p.job_post_id)
        .where('job_applications.pending', '=', sql.lit(false))
        .orderBy('job_applications.candidate_number', 'desc')
      if (p.status !== undefined) list = list.where('job_applications.status', '=', p.status)
      if (p.part !== undefined) list = list.where(containsText(searched, p.part))
      if (p.tag !== undefined) list = list.where(hasTag(p.tag))
      return p.words === undefined ? list : list.where(hasWords(p.words))
    },
    { optional: applicantFilters },
  ),

  /** A slice of the ids by what is proven, with the score. Who applied first comes first among equals. */
  ranked: prepare(
    (q, p: ApplicantFilter & Slice) =>
      selectFound(q, p)
        .select('job_applications.id')
        .select(shownScore(p).as('score'))
        .orderBy('score', 'desc')
        .orderBy('job_applications.candidate_number')
        .limit(p.limit)
        .offset(p.offset),
    { optional: applicantFilters },
  ),

  /** The ids of those that a filter selects, the newest first. */
  idsOf: prepare(
    (q, p: ApplicantFilter & { limit: number }) =>
      selectFound(q, p)
        .select('job_applications.id')
        .orderBy('job_applications.candidate_number', 'desc')
        .limit(p.limit),
    { optional: applicantFilters },
  ),

  countFound: prepare((q, p: ApplicantFilter) => selectFound(q, p).select((e) => e.fn.countAll<number>().as('total')), {
    optional: applicantFilters,
  }),

  byIds: prepare((q, p: { ids: readonly number[] }) =>
    selectApplications(q).where('job_applications.id', 'in', integerList(p.ids)),
  ),
}
