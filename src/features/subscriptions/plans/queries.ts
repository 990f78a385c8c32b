import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { type PlanRow, planRecord } from './record.ts'

const more = ['job_postings', 'candidate_searches', 'team_members', 'other_prices', 'retired'] as const
const columns = [...planRecord.columns, ...more] as const
type Row = PlanRow & { now: string }

const columnValues = (p: Row) => ({
  ...planRecord.values(p),
  job_postings: p.job_postings,
  candidate_searches: p.candidate_searches,
  team_members: p.team_members,
  other_prices: p.other_prices,
  retired: p.retired,
  updated_at: p.now,
})

export const plans = {
  all: prepare((q, _: object) => q.selectFrom('plans').select(columns).orderBy('position').orderBy('id')),

  byId: prepare((q, p: { id: string }) => q.selectFrom('plans').select(columns).where('id', '=', p.id)),

  add: prepare((q, p: Row) =>
    q
      .insertInto('plans')
      .values({
        id: p.id,
        ...columnValues(p),
        position: sql<number>`(select coalesce(max(position), 0) + 1 from plans)`,
        created_at: p.now,
      })
      .returning(columns),
  ),

  update: prepare((q, p: Row) => q.updateTable('plans').set(columnValues(p)).where('id', '=', p.id).returning(columns)),
}
