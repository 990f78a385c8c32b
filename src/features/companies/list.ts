/** The list of companies: all of them, and those of the actor. */

import { defineList } from '#database/list/define-list.ts'
import type { FilterOf } from '#database/list/definition.ts'
import { integerList } from '#database/query/expressions.ts'
import { selectOwnRole, type Viewer } from './queries.ts'
import { companyRecord } from './record.ts'

/** The counters of the list. */
export const companyCounter = 'companies'

export const companyList = defineList({
  table: 'companies',
  filters: {
    ids: (companies, ids: readonly number[]) => companies.where('id', 'in', integerList(ids)),
    verified: (companies, verified: boolean) => companies.where('verified', '=', verified),
  },
  sorts: {
    /** Without words, the newest come first; with words, their index orders the rows. */
    relevance: { column: 'id', direction: 'desc' },
    recent: { column: 'id', direction: 'desc' },
    name: { column: 'name_key', direction: 'asc' },
  },
  parts: {
    all: {
      where: (companies) => companies.where('deleted_at', 'is', null).where('hidden_at', 'is', null),
      counted: { deleted_at: null, hidden_at: null },
      counters: [
        {
          name: companyCounter,
          values: [
            {
              column: 'verified',
              words: { value: true, is: 'verified', not: 'unverified' },
              filter: ({ verified }) => (verified === undefined ? undefined : verified ? 'verified' : 'unverified'),
            },
          ],
        },
      ],
    },
    mine: {
      areFew: true,
      where: (companies, { actor_id }: Viewer) =>
        companies.where('id', 'in', (eb) =>
          eb
            .selectFrom('company_members')
            .select('company_id')
            .where('user_id', '=', actor_id)
            .where('accepted_at', 'is not', null),
        ),
    },
  },
  views: { all: ['all'], mine: ['mine'] },
  select: (q, viewer: Viewer, found, direction) =>
    q
      .selectFrom(found)
      .crossJoin('companies')
      .select([...companyRecord.qualifiedColumns, selectOwnRole(viewer).as('own_role')])
      .whereRef('companies.id', '=', 'found.id')
      .orderBy('found.place', direction)
      .orderBy('found.id', direction),
})

export type CompanyFilter = FilterOf<(typeof companyList)['filters']>
