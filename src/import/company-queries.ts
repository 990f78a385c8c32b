/** Who recruits for the companies of imported rows. */

import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import type { Databases, ImportRow } from './table.ts'

const recruiters = {
  of: prepare((q, p: { users: readonly number[] }) =>
    q
      .selectFrom('company_members')
      .select(['company_id', 'user_id'])
      .where('user_id', 'in', integerList(p.users))
      .where('accepted_at', 'is not', null)
      .where('role', '!=', 'interviewer'),
  ),
}

/** Returns a function that says whether the user of a row recruits for the company of the row. */
export async function findRecruiters(
  databases: Databases,
  rows: readonly ImportRow[],
): Promise<(row: ImportRow) => boolean> {
  const users = [...new Set<number>(rows.flatMap(({ company_id, user_id }) => (company_id ? [user_id] : [])))]
  const found = users.length === 0 ? [] : await Promise.all(databases.map((db) => recruiters.of.all(db, { users })))
  const names = new Set(found.flat().map(({ company_id, user_id }) => `${company_id} ${user_id}`))
  return ({ company_id, user_id }) => names.has(`${company_id} ${user_id}`)
}
