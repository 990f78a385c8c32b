/** Decides about the companies to which the people of a file are invited. */

import type { AnyContext } from '#context.ts'
import type { PersonRow } from '#database/tables/invitations.ts'
import { checkInvitees, findCompanies } from '#features/companies/index.ts'
import { findSeats } from '#features/subscriptions/index.ts'
import { translateToEnglish } from '#language/translation.ts'
import type { CheckedRow } from './row.ts'

type CompanyRow = CheckedRow & { data: Required<Pick<PersonRow, 'company'>> }

/** Returns the rows that are not refused and name a company. */
const selectRows = (rows: readonly CheckedRow[]): CompanyRow[] =>
  rows.filter((row): row is CompanyRow => row.verdict !== 'refused' && row.data.company !== undefined)

/** Finds the companies, and refuses rows that name none or one of several. */
export async function checkCompanies(ctx: AnyContext, rows: readonly CheckedRow[]): Promise<void> {
  const named = selectRows(rows)
  if (named.length === 0) return
  const found = await findCompanies(ctx, [...new Set(named.map(({ data }) => data.company.text))])
  for (const row of named) {
    const company = found.get(row.data.company.text)
    if (typeof company === 'number') row.data.company.id = company
    else if (company !== undefined) Object.assign(row, { verdict: 'refused', messages: [translateToEnglish(company)] })
  }
}

/** Refuses rows for which their company has no room, and says who is in it already. */
export async function decideMemberships(ctx: AnyContext, rows: readonly CheckedRow[]): Promise<void> {
  const invited = selectRows(rows).flatMap((row) => {
    const { email, company } = row.data
    return company.id === null ? [] : [{ row, company_id: company.id, email, user_id: row.user_id }]
  })
  if (invited.length === 0) return
  const verdicts = await checkInvitees(ctx, invited, findSeats)
  for (const [index, { isRefused, message }] of verdicts.entries())
    if (message !== null)
      Object.assign(invited[index]?.row ?? {}, {
        ...(isRefused ? { verdict: 'refused' } : {}),
        messages: [translateToEnglish(message)],
      })
}
