import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'

const columns = [
  'id',
  'name',
  'description',
  'price',
  'currency',
  'interval',
  'popular',
  'features',
  'job_postings',
  'candidate_searches',
  'team_members',
] as const

interface Row {
  id: string
  name: string
  description: string
  price: number
  popular: boolean
  features: string[]
  job_postings: number
  candidate_searches: number
  team_members: number
  now: string
}

export const plans = {
  all: prepare((q, _: object) => q.selectFrom('plans').select(columns).orderBy('position').orderBy('id')),

  byId: prepare((q, p: { id: string }) => q.selectFrom('plans').select(columns).where('id', '=', p.id)),

  add: prepare((q, p: Row & { currency: string; interval: 'month' | 'year' }) =>
    q
      .insertInto('plans')
      .values({
        id: p.id,
        name: p.name,
        description: p.description,
        price: p.price,
        currency: p.currency,
        interval: p.interval,
        popular: p.popular,
        features: p.features,
        job_postings: p.job_postings,
        candidate_searches: p.candidate_searches,
        team_members: p.team_members,
        position: sql<number>`(select coalesce(max(position), 0) + 1 from plans)`,
        created_at: p.now,
        updated_at: p.now,
      })
      .returning(columns),
  ),

  update: prepare((q, p: Row) =>
    q
      .updateTable('plans')
      .set({
        name: p.name,
        description: p.description,
        price: p.price,
        popular: p.popular,
        features: p.features,
        job_postings: p.job_postings,
        candidate_searches: p.candidate_searches,
        team_members: p.team_members,
        updated_at: p.now,
      })
      .where('id', '=', p.id)
      .returning(columns),
  ),
}
