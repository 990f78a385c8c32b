/** Who may read and do what with companies. */

import { followObjects, followParts } from '#database/derived/journal.ts'
import { users } from '#database/member-relation.ts'
import { among, everyone, not } from '#database/relations.ts'
import { defineRights } from '#database/rights.ts'
import type { CompanyRole } from '#database/tables/companies.ts'
import { companyRecord } from './record.ts'

interface ActorRole {
  /** The role of the actor as a member; null for others. */
  own_role: CompanyRole | null
}

/** Members with one of the roles who have accepted their invitation. */
const membersWith = (...roles: CompanyRole[]) =>
  users({
    table: 'company_members',
    object: 'company_id',
    where: { role: among(...roles), accepted_at: not(null) },
    has: ({ own_role }: ActorRole) => own_role !== null && roles.includes(own_role),
  })

export const companyRights = defineRights({
  kind: 'company',
  table: 'companies',
  where: { deleted_at: null },
  relations: {
    everyone: everyone({ deleted_at: null, hidden_at: null }),
    owner: membersWith('owner'),
    manager: membersWith('owner', 'admin'),
    recruiter: membersWith('owner', 'admin', 'recruiter'),
    member: membersWith('owner', 'admin', 'recruiter', 'interviewer'),
  },
  may: {
    /** A hidden company is for its members and administrators alone. */
    read: ['everyone', 'member', 'admin'],
    /** Seeing the members. */
    takePart: ['member', 'admin'],
    /** Managing the job posts of the company, with their applications. */
    recruit: ['recruiter'],
    /** Paying for its plan. */
    pay: ['manager'],
    /** Changing the company, and inviting and removing members other than owners. */
    change: ['manager', 'admin'],
    /** Inviting, changing and removing owners, and deleting the company. */
    own: ['owner', 'admin'],
  },
  parts: { members: 'takePart' },
  followed: [
    followObjects(companyRecord),
    followParts(
      { table: 'company_members', tracked: ['role', 'accepted_at'] },
      { object: 'company_id', rows: 'members' },
    ),
  ],
  inherited: ['recruit', 'takePart', 'pay'],
})
