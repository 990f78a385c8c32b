import type { CompanyChange, Transaction } from '#context.ts'
import { talentPool } from './pool/queries.ts'

/** Removes the talent pool of a company that is deleted. */
export async function removeCompanyPool(tx: Transaction, change: CompanyChange): Promise<void> {
  if ('isDeleted' in change) await talentPool.removeOfCompany.run(tx, { company_id: change.companyId })
}
