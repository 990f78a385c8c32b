/** The rows of all tables, with the types that both engines return. */

import type { Generated } from 'kysely'
import type { Scope } from '#core/scopes.ts'
import type { AdministrationTables } from './administration.ts'
import type { AuditTables } from './audit.ts'
import type { BillingTables } from './billing.ts'
import type { CertificateTables } from './certificates.ts'
import type { ChangeTables } from './changes.ts'
import type { CompanyTables } from './companies.ts'
import type { CourseTables } from './courses.ts'
import type { EvidenceTables } from './evidence.ts'
import type { ExamTables } from './exams.ts'
import type { FileTables } from './files.ts'
import type { IdentityTables } from './identity.ts'
import type { ImportTables } from './import.ts'
import type { InvitationTables } from './invitations.ts'
import type { IssuerTables } from './issuer.ts'
import type { JobTables } from './jobs.ts'
import type { ModerationTables } from './moderation.ts'
import type { NotificationTables } from './notifications.ts'
import type { PlatformTables } from './platform.ts'
import type { ProjectTables } from './projects.ts'
import type { RosterTables } from './rosters.ts'
import type { SearchTables } from './search.ts'
import type { StrongSignInTables } from './strong-sign-in.ts'
import type { TransparencyTables } from './transparency.ts'
import type { Timestamp } from './types.ts'
import type { WebhookTables } from './webhooks.ts'

export type { Provider } from './identity.ts'

export type Role = 'student' | 'learner' | 'researcher' | 'recruiter' | 'admin'

export interface UserLinks {
  website: string
  linkedin: string
  orcid: string
  github: string
}

interface UserWordsTable {
  word: string
  user_id: number
  of_email: boolean
}

interface AccessTokensTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  device: string
  ip_address: string
  user_agent: string
  created_at: Timestamp
  last_used_at: Timestamp
  expires_at: Timestamp
  /** Null for a session; the name of an API key. */
  name: Generated<string | null>
  /** Null for a session, which may do everything. */
  scopes: Generated<Scope[] | null>
  hint: Generated<string>
}

/** A token sent by mail: a password reset or the verification of an address. */
interface MailedTokensTable {
  id: Generated<number>
  user_id: number
  email: string
  token_hash: string
  created_at: Timestamp
  expires_at: Timestamp
}

interface ActivityLogTable {
  id: Generated<number>
  user_id: number
  activity_type: string
  description: string
  metadata: object | null
  ip_address: string | null
  user_agent: string | null
  created_at: Timestamp
  updated_at: Timestamp
  /** Null for a session. */
  api_key_id: Generated<number | null>
  /** The leaf of the row in the transparency log; null until it is in it. */
  log_position: Generated<number | null>
}

export interface StoredAttachment {
  filename: string
  content_type: string
  /** Base64. */
  content: string
}

interface MailsTable {
  id: Generated<number>
  to: string
  subject: string
  text: string
  html: string
  attachments: Generated<StoredAttachment[]>
  created_at: Timestamp
  sent_at: Timestamp | null
  /** When the mail server refused it permanently, and its answer. */
  failed_at: Generated<Timestamp | null>
  failure: Generated<string>
  canceled_at: Generated<Timestamp | null>
  unsubscribe_url: Generated<string | null>
  /** What the mail carries, whose mails are canceled with it. */
  subject_key: Generated<string | null>
}

interface TasksTable {
  id: Generated<number>
  kind: string
  payload: object
  run_at: Timestamp
  attempts: Generated<number>
  unique_key: string | null
  last_error: string | null
  dead_at: Timestamp | null
  created_at: Timestamp
}

interface SchedulesTable {
  name: string
  last_run_at: Timestamp
}

export interface Tables
  extends AdministrationTables,
    AuditTables,
    BillingTables,
    CertificateTables,
    ChangeTables,
    ImportTables,
    InvitationTables,
    CompanyTables,
    IssuerTables,
    EvidenceTables,
    ExamTables,
    CourseTables,
    FileTables,
    IdentityTables,
    JobTables,
    ModerationTables,
    NotificationTables,
    ProjectTables,
    RosterTables,
    PlatformTables,
    SearchTables,
    StrongSignInTables,
    TransparencyTables,
    WebhookTables {
  user_words: UserWordsTable
  access_tokens: AccessTokensTable
  password_resets: MailedTokensTable
  email_verifications: MailedTokensTable
  activity_log: ActivityLogTable
  mails: MailsTable
  tasks: TasksTable
  schedules: SchedulesTable
}
