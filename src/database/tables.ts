/** The rows of every table, as both engines give them. */

import type { Generated } from 'kysely'

/** A moment, `2026-11-21T09:14:00.000Z`. */
type Moment = string

export type Role = 'student' | 'learner' | 'researcher' | 'recruiter' | 'admin'
export type Provider = 'google' | 'linkedin'

export interface UserLinks {
  website: string
  linkedin: string
  orcid: string
  github: string
}

interface UsersTable {
  id: Generated<number>
  name: string
  email: string | null
  email_verified_at: Moment | null
  pending_email: string | null
  password_hash: string | null
  role: Role
  profile_photo: string | null
  headline: Generated<string>
  bio: Generated<string>
  location: Generated<string>
  phone: Generated<string>
  skills: Generated<string[]>
  links: UserLinks
  created_at: Moment
  updated_at: Moment
  deleted_at: Moment | null
}

interface UserCountsTable {
  id: Generated<number>
  role: Role
  change: number
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
  created_at: Moment
  last_used_at: Moment
  expires_at: Moment
}

interface IdentitiesTable {
  id: Generated<number>
  user_id: number
  provider: Provider
  subject: string
  email: string
  created_at: Moment
}

/** A secret sent by mail: a password reset or the proof of an address. */
interface MailedTokensTable {
  id: Generated<number>
  user_id: number
  email: string
  token_hash: string
  created_at: Moment
  expires_at: Moment
}

export interface Publication {
  title: string
  year: number
  venue: string
  doi: string | null
  url: string | null
}

interface ResearchersTable {
  id: Generated<number>
  user_id: number
  headline: Generated<string>
  bio: Generated<string>
  institution: Generated<string>
  department: Generated<string>
  location: Generated<string>
  country: Generated<string>
  fields: Generated<string[]>
  skills: Generated<string[]>
  languages: Generated<string[]>
  years_experience: Generated<number>
  h_index: number | null
  orcid: string | null
  availability: Generated<'available' | 'busy' | 'unavailable'>
  verified: Generated<boolean>
  publications: Generated<Publication[]>
  visibility: Generated<'public' | 'private'>
  created_at: Moment
  updated_at: Moment
}

interface ActivityLogTable {
  id: Generated<number>
  user_id: number
  activity_type: string
  description: string
  metadata: object | null
  ip_address: string | null
  user_agent: string | null
  created_at: Moment
  updated_at: Moment
}

export type NotificationType =
  | 'job_application'
  | 'project_invite'
  | 'course_update'
  | 'exam_reminder'
  | 'certificate_issued'
  | 'payment_received'
  | 'subscription_expiring'

export type NotificationAction =
  | 'view_application'
  | 'view_project'
  | 'view_researcher'
  | 'view_course'
  | 'view_exam'
  | 'view_certificate'
  | 'view_billing'

interface NotificationsTable {
  id: Generated<number>
  user_id: number
  type: NotificationType
  title: string
  message: string
  read: Generated<boolean>
  data: { url: string; action: NotificationAction }
  event: string
  created_at: Moment
}

interface InboxesTable {
  user_id: number
  last_id: Generated<number>
  read_up_to: Generated<number>
}

interface InboxCountsTable {
  user_id: number
  type: NotificationType
  total: Generated<number>
  unread: Generated<number>
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
  created_at: Moment
  sent_at: Moment | null
}

interface TasksTable {
  id: Generated<number>
  kind: string
  payload: object
  run_at: Moment
  attempts: Generated<number>
  unique_key: string | null
  last_error: string | null
  dead_at: Moment | null
  created_at: Moment
}

interface SchedulesTable {
  name: string
  last_run_at: Moment
}

interface AttemptWindowsTable {
  scope: string
  key: string
  attempts: number
  ends_at: Moment
}

interface RepeatableRequestsTable {
  id: Generated<number>
  user_id: number
  key: string
  fingerprint: string
  status: number | null
  answer: string | null
  created_at: Moment
  held_until: Moment
}

interface PlansTable {
  id: string
  name: string
  description: string
  /** Minor units, as are all amounts below. */
  price: number
  currency: string
  interval: 'month' | 'year'
  popular: Generated<boolean>
  features: string[]
  job_postings: number
  candidate_searches: number
  team_members: number
  position: number
  created_at: Moment
  updated_at: Moment
}

interface CouponsTable {
  id: Generated<number>
  code: string
  percent_off: number | null
  amount_off: number | null
  expires_at: Moment | null
  max_redemptions: number | null
  redemptions: Generated<number>
  plans: string[]
  created_at: Moment
}

interface PaymentMethodsTable {
  id: Generated<number>
  user_id: number
  type: 'card' | 'mobile_money'
  brand: string | null
  last4: string | null
  expiry_month: number | null
  expiry_year: number | null
  provider: string | null
  phone: string | null
  nickname: string
  is_default: boolean
  gateway: string
  token: string
  created_at: Moment
}

interface GatewayCustomersTable {
  user_id: number
  gateway: string
  customer: string
}

export type ChargeStatus = 'pending' | 'succeeded' | 'failed' | 'refunded'

interface ChargesTable {
  id: Generated<number>
  user_id: number
  purpose: string
  slot: string
  covers: string | null
  amount: number
  currency: string
  status: ChargeStatus
  failure: string | null
  title: string
  period_start: Moment
  period_end: Moment
  details: object
  gateway: string
  key: string
  customer: string
  method_token: string
  method_label: string
  payment_id: string | null
  created_at: Moment
  settled_at: Moment | null
}

interface GatewayEventsTable {
  gateway: string
  event: string
  received_at: Moment
}

interface InvoiceNumbersTable {
  year: number
  last: number
}

interface InvoicesTable {
  id: Generated<number>
  number: string
  user_id: number
  charge_id: number
  /** `YYYY-MM-DD`, as are the ends of the period. */
  date: string
  amount: number
  currency: string
  status: 'paid' | 'refunded'
  title: string
  period_start: string
  period_end: string
  seller: string
  buyer_name: string
  buyer_email: string
  paid_with: string
  created_at: Moment
}

export type SubscriptionState = 'active' | 'ending' | 'past_due' | 'canceled' | 'expired'

interface SubscriptionsTable {
  id: Generated<number>
  user_id: number
  plan_id: string
  state: SubscriptionState
  version: number
  started_at: Moment
  period_start: Moment
  period_end: Moment
  period_value: number
  anchor_day: number
  payment_method_id: number | null
  canceled_at: Moment | null
  cancel_reason: string | null
  past_due_since: Moment | null
  retries: Generated<number>
  retry_at: Moment | null
  reminded_for: Moment | null
  due_at: Moment | null
  ended_at: Moment | null
  created_at: Moment
  updated_at: Moment
}

interface PeriodUsageTable {
  user_id: number
  entitlement: string
  period_start: Moment
  used: number
}

export interface Tables {
  users: UsersTable
  user_counts: UserCountsTable
  user_words: UserWordsTable
  access_tokens: AccessTokensTable
  identities: IdentitiesTable
  password_resets: MailedTokensTable
  email_verifications: MailedTokensTable
  researchers: ResearchersTable
  activity_log: ActivityLogTable
  notifications: NotificationsTable
  inboxes: InboxesTable
  inbox_counts: InboxCountsTable
  mails: MailsTable
  tasks: TasksTable
  schedules: SchedulesTable
  attempt_windows: AttemptWindowsTable
  repeatable_requests: RepeatableRequestsTable
  plans: PlansTable
  coupons: CouponsTable
  payment_methods: PaymentMethodsTable
  gateway_customers: GatewayCustomersTable
  charges: ChargesTable
  gateway_events: GatewayEventsTable
  invoice_numbers: InvoiceNumbersTable
  invoices: InvoicesTable
  subscriptions: SubscriptionsTable
  period_usage: PeriodUsageTable
}
