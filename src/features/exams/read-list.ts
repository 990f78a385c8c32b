import type { Context } from '#context.ts'
import { page } from '#core/page.ts'
import type { CountedRows } from '#database/derived/counts.ts'
import { readTotal } from '#database/list/counters.ts'
import { maxRowsRead, type Size } from '#database/list/parts.ts'
import { countShortOrLong, readPage } from '#database/list/read-page.ts'
import { listExpectedVerdicts } from './attempts/expiry.ts'
import { type Filter, type Listing, visibleExams } from './list-queries.ts'
import { presentExam } from './present.ts'
import type { ExamQuery } from './schemas.ts'
import { createCategoryKey } from './service.ts'

export const listExams = (ctx: Context, query: ExamQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const verdicts = await listExpectedVerdicts(ctx, ctx.actor.id)
    const filter = { ...toFilter(ctx, query), passing: [...verdicts.keys()].filter((id) => verdicts.get(id) === true) }
    const choice = query.status ?? 'all'
    const { rows, total } = await readPage(ctx, {
      page: visibleExams.page,
      count: visibleExams.count,
      parameters: filter,
      slice,
      choices: { page: choice, count: choice },
      size: await readSize(ctx, filter, choice),
    })
    return { rows: rows.map((row) => presentExam(ctx, row, verdicts)), total }
  })

/** Absent filters are left out, because each combination is another query. */
const toFilter = ({ actor, clock }: Context, { category = '', mine = false }: ExamQuery): Omit<Filter, 'passing'> => ({
  actor_id: actor.id,
  now: clock.now(),
  ...(category === '' ? {} : { category_key: createCategoryKey(category) }),
  ...(mine ? { owner_id: actor.id } : {}),
})

/** Finds out how many exams there are, and how many match as far as counters or an index tell. */
async function readSize(ctx: Context, filter: Filter, listing: Listing): Promise<Size> {
  const { category_key, owner_id } = filter
  if (owner_id !== undefined) {
    const { total } = await visibleExams.countOfOwner.one(ctx, { owner_id })
    return { all: total, matching: null, isIndexed: false }
  }
  const all = await countListed(ctx, category_key)
  if (listing !== 'all' && category_key !== undefined) return { all, matching: null, isIndexed: false }
  if (listing === 'upcoming' || listing === 'completed') return { all, matching: null, isIndexed: true }
  const others = await visibleExams.countOthers.one(ctx, filter)
  const matching = all + others.total
  if (listing === 'all') return { all, matching, isIndexed: true }
  // Each exam has one of three states. Most are available, so the others are counted.
  const rest = [await countListing(ctx, filter, 'upcoming', all), await countListing(ctx, filter, 'completed', all)]
  return { all, matching: rest.reduce((left, counted) => left - counted, matching), isIndexed: true }
}

const listed = {
  table: 'exams',
  where: { publication_status: 'published', deleted_at: null, practice: false, access: 'everyone' },
}

/** The exams that all see in the list, which triggers count. */
export const countedExams: readonly CountedRows[] = [
  { ...listed, name: 'exams.published', values: [], replaces: ['exams.practice'] },
  {
    ...listed,
    name: 'exams.published.category',
    values: [{ column: 'category_key' }],
    replaces: ['exams.practice.category'],
  },
]

async function countListed(ctx: Context, category?: string): Promise<number> {
  const prefix = category === undefined ? ['exams.published'] : ['exams.published.category', category]
  return (await readTotal(ctx, prefix, [])).all
}

const countListing = (ctx: Context, filter: Filter, listing: Listing, all: number): Promise<number> =>
  countShortOrLong(ctx, visibleExams.count, filter, { choice: listing, isShort: all <= maxRowsRead })
