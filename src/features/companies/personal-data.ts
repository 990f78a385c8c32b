import type { Transaction } from '#context.ts'
import type { PersonalData } from '#features/feature.ts'
import { getUser } from '#features/users/index.ts'
import { replaceRecruiter } from './members/member-departure.ts'
import { members } from './members/queries.ts'
import { companies } from './queries.ts'
import { eraseCompany } from './service.ts'

export const companyPersonalData: PersonalData = {
  name: 'companies',
  export: (ctx, userId) => companies.listByUser.iterate(ctx, { user_id: userId }),
  /** A company with other members is kept for them, one without is deleted. */
  async erase(tx, userId) {
    const mine = { user_id: userId }
    for (const { id, company_id, accepted_at } of await members.ofUser.all(tx, mine))
      if (accepted_at !== null) await leaveCompany(tx, { id, company_id, userId })
    const { email, email_verified } = await getUser(tx, userId)
    await members.removeInvitations.run(tx, { ...mine, email: email_verified ? email : '' })
  },
}

interface Membership {
  id: number
  company_id: number
  userId: number
}

/** The longest-standing of the members with the most permissions becomes an owner if there is no other. */
async function leaveCompany(tx: Transaction, { id, company_id, userId }: Membership): Promise<void> {
  const [first] = await members.others.all(tx, { company_id, user_id: userId })
  if (first === undefined) return eraseCompany(tx, await companies.byId.one(tx, { actor_id: userId, id: company_id }))
  if (first.role !== 'owner') await members.setRole.run(tx, { id: first.id, role: 'owner' })
  await members.remove.run(tx, { id })
  await replaceRecruiter(tx, { companyId: company_id, userId }, true)
}
