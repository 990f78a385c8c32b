import type { Context } from '../../../../context.ts'
import { page, type Slice } from '../../../../core/page.ts'
import { expireOverdueOf } from '../../attempts/expiry.ts'
import { examCounts } from '../queries.ts'
import type { ExamQuery } from '../schemas.ts'
import { categoryKeyOf } from '../service.ts'
import { shown } from '../shown.ts'
import { type Filter, type Listing, visibleExams } from './queries.ts'

/** Further than this no index leads quickly, and the page is read off the event loop. */
const furthest = 2_000

/** The exams the actor may see, after what time has ended of their attempts. */
export const listExams = (ctx: Context, query: ExamQuery) =>
  page(query, async (slice) => {
    await expireOverdueOf(ctx, ctx.actor.id)
    const filter = filterOf(ctx, query)
    const listing = query.status ?? 'all'
    const isPlain = listing === 'all' && filter.category_key === undefined && filter.owner_id === undefined
    const [rows, total] = await Promise.all([
      rowsOf(ctx, filter, slice, { listing, isPlain }),
      isPlain ? countAll(ctx) : countFound(ctx, filter, listing),
    ])
    return { rows: rows.map((row) => shown(ctx, row)), total }
  })

/** Only what was asked for, because absent filters make a query of another shape. */
const filterOf = ({ actor, clock }: Context, { category = '', mine = false }: ExamQuery): Filter => ({
  actor_id: actor.id,
  now: clock.now(),
  ...(category === '' ? {} : { category_key: categoryKeyOf(category) }),
  ...(mine ? { owner_id: actor.id } : {}),
})

interface How {
  listing: Listing
  isPlain: boolean
}

function rowsOf(ctx: Context, filter: Filter, { limit, offset }: Slice, { listing, isPlain }: How) {
  const asked = { ...filter, limit, offset, end: limit + offset }
  return isPlain && offset <= furthest
    ? visibleExams.page.all(ctx, asked, listing)
    : visibleExams.page.inBackground(ctx, asked, listing)
}

async function countFound(ctx: Context, filter: Filter, listing: Listing): Promise<number> {
  const [counted] = await visibleExams.count.inBackground(ctx, filter, listing)
  return counted?.total ?? 0
}

async function countAll(ctx: Context): Promise<number> {
  const [listed, drafts] = await Promise.all([
    examCounts.listed.one(ctx, {}),
    visibleExams.countDraftsOf.one(ctx, { actor_id: ctx.actor.id }),
  ])
  return listed.total + drafts.total
}
