import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { sortKey } from '#core/text-normalization.ts'
import { removeFiles } from '#features/files/index.ts'
import { fill } from '#language/sentence.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { type CompanyRow, getCompany } from './access.ts'
import { members } from './members/queries.ts'
import { type CompanyText, companies } from './queries.ts'
import { companyRecord } from './record.ts'
import type { Company, CompanyChange, NewCompany } from './schemas.ts'

/** Companies that a person may own. */
const maxOwned = 20
export const ownsTooMany = createRuleViolation(fill('A person can own at most {most} companies.', { most: maxOwned }))

type Row = Omit<CompanyRow, 'logo_file_id' | 'deleted_at'>

export const presentCompany = ({ own_role, ...row }: Row): Company => ({ ...row, my_role: own_role })

/** Returns the company. 404 if unknown. */
export const showCompany = async (ctx: Context, id: number): Promise<Company> =>
  presentCompany(await getCompany(ctx, id, 'read'))

export function createCompany(ctx: Context, { logo: _, ...input }: NewCompany): Promise<Company> {
  return runInTransaction(ctx, async (tx) => {
    const mine = { user_id: tx.actor.id }
    ensure((await members.countOwned.one(tx, mine)).total < maxOwned, ownsTooMany)
    const now = tx.clock.now()
    const text = { ...companyRecord.defaults, ...input }
    const { id } = await companies.add.one(tx, {
      ...text,
      name_key: sortKey(text.name),
      verified: false,
      verified_at: null,
      logo_file_id: null,
      now,
    })
    const owner = { company_id: id, ...mine, email: null, role: 'owner', invited_by: null, accepted_at: now } as const
    await members.add.one(tx, { ...owner, now })
    return showIn(tx, id)
  })
}

const showIn = async (tx: Transaction, id: number): Promise<Company> => presentCompany(await getCompany(tx, id, 'read'))

type Verification = Pick<CompanyRow, 'verified' | 'verified_at'>
type Logo = Pick<CompanyRow, 'logo' | 'logo_file_id'>

async function save(tx: Transaction, before: CompanyRow, change: Partial<CompanyText> & Partial<Verification & Logo>) {
  const after = { ...before, ...change }
  await companies.update.run(tx, { ...after, name_key: sortKey(after.name), now: tx.clock.now() })
  describeAuditEvent(tx, { before, after })
}

/** Another name or website ends the verification, unless an administrator changes them. */
export function updateCompany(ctx: Context, id: number, { logo, ...change }: CompanyChange): Promise<Company> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getCompany(tx, id, 'change')
    const isOther =
      (change.name ?? before.name) !== before.name || (change.website ?? before.website) !== before.website
    const isUnproven = isOther && tx.actor.role !== 'admin'
    await save(tx, before, { ...change, ...(isUnproven ? unverified : {}), ...(logo === null ? noLogo : {}) })
    if (logo === null) await removeLogo(tx, before)
    return showIn(tx, id)
  })
}

const unverified: Verification = { verified: false, verified_at: null }
const noLogo: Logo = { logo: null, logo_file_id: null }

/** Replaces the logo, and removes the file of the former one. */
export async function saveLogo(tx: Transaction, id: number, logo: Logo): Promise<Company> {
  const before = await getCompany(tx, id, 'change')
  await save(tx, before, logo)
  await removeLogo(tx, before)
  return showIn(tx, id)
}

const removeLogo = (tx: Transaction, { logo_file_id }: Logo) =>
  removeFiles(tx, logo_file_id === null ? [] : [logo_file_id])

export function verifyCompany(ctx: Context, id: number, verified: boolean): Promise<Company> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getCompany(tx, id, 'read')
    if (before.verified !== verified)
      await save(tx, before, { verified, verified_at: verified ? tx.clock.now() : null })
    return showIn(tx, id)
  })
}

export const deleteCompany = (ctx: Context, id: number): Promise<void> =>
  runInTransaction(ctx, async (tx) => eraseCompany(tx, await getCompany(tx, id, 'own')))

/** Deletes a company: its members leave, its job posts are closed and stay with their recruiters. */
export async function eraseCompany(tx: Transaction, company: CompanyRow): Promise<void> {
  const { id } = company
  await tx.emitCompanyChanged(tx, { companyId: id, isDeleted: true })
  await members.removeAll.run(tx, { company_id: id })
  await companies.erase.run(tx, { id, now: tx.clock.now() })
  await removeLogo(tx, company)
  describeAuditEvent(tx, { before: company, after: null })
}
