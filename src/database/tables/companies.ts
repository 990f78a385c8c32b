/** The table of the members of companies, and of whom they invited. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

export type CompanyRole = 'owner' | 'admin' | 'recruiter' | 'interviewer'

interface CompanyMembersTable {
  id: Generated<number>
  company_id: number
  /** Null while an address is invited and no user has accepted. */
  user_id: number | null
  /** The invited address; null once a user has accepted, and for invited users. */
  email: string | null
  role: CompanyRole
  invited_by: number | null
  added_at: Timestamp
  accepted_at: Timestamp | null
}

export interface CompanyTables {
  company_members: CompanyMembersTable
}
