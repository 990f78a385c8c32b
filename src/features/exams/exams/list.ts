import type { Context } from '#context.ts'
import { page, type Slice } from '#core/page.ts'
import { maxIndexedRows } from '#database/query/merged-list.ts'
import { readCounters } from '#platform/counters.ts'
import { expireOverdueAttempts } from '../attempts/expiry.ts'
import { type Filter, type Listing, visibleExams } from './list-queries.ts'
import { presentExam } from './present.ts'
import { publishedExamsCounter } from './queries.ts'
import type { ExamQuery } from './schemas.ts'
import { categoryKey } from './service.ts'

/** Lists the visible exams, after the actor's expired attempts were finished. */
export const listExams = (ctx: Context, query: ExamQuery) =>
  page(query, async (slice) => {
    await expireOverdueAttempts(ctx, ctx.actor.id)
    const filter = toFilter(ctx, query)
    const listing = query.status ?? 'all'
    const [rows, total] = await Promise.all([readRows(ctx, filter, slice, listing), countListing(ctx, filter, listing)])
    return { rows: rows.map((row) => presentExam(ctx, row)), total }
  })

/** Absent filters are left out, because each combination is another query. */
const toFilter = ({ actor, clock }: Context, { category = '', mine = false }: ExamQuery): Filter => ({
  actor_id: actor.id,
  now: clock.now(),
  ...(category === '' ? {} : { category_key: categoryKey(category) }),
  ...(mine ? { owner_id: actor.id } : {}),
})

const isFiltered = ({ category_key, owner_id }: Filter) => category_key !== undefined || owner_id !== undefined

function readRows(ctx: Context, filter: Filter, { limit, offset }: Slice, listing: Listing) {
  const asked = { ...filter, limit, offset, end: limit + offset }
  return listing === 'all' && !isFiltered(filter) && offset <= maxIndexedRows
    ? visibleExams.page.all(ctx, asked, listing)
    : visibleExams.page.inBackground(ctx, asked, listing)
}

/** Each exam has one of three states. Most are available, and are counted as all minus the others. */
async function countListing(ctx: Context, filter: Filter, listing: Listing): Promise<number> {
  if (isFiltered(filter) || listing === 'upcoming' || listing === 'completed') return countFound(ctx, filter, listing)
  const all = await countAll(ctx)
  if (listing === 'all') return all
  const others = [await countFound(ctx, filter, 'upcoming'), await countFound(ctx, filter, 'completed')]
  return others.reduce((left, counted) => left - counted, all)
}

async function countFound(ctx: Context, filter: Filter, listing: Listing): Promise<number> {
  const [counted] = await visibleExams.count.inBackground(ctx, filter, listing)
  return counted?.total ?? 0
}

async function countAll(ctx: Context): Promise<number> {
  const [published, drafts] = await Promise.all([
    readCounters(ctx, publishedExamsCounter),
    visibleExams.countDraftsByUser.one(ctx, { actor_id: ctx.actor.id }),
  ])
  return published + drafts.total
}
