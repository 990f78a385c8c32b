/** Tables of notifications, their counts and preferences. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

type NotificationType =
  | 'job_application'
  | 'project_invite'
  | 'course_update'
  | 'exam_reminder'
  | 'certificate_issued'
  | 'payment_received'
  | 'subscription_expiring'

interface DismissedEventsTable {
  user_id: number
  event: string
  created_at: Timestamp
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

interface NotificationPreferencesTable {
  user_id: number
  in_app_off: string[]
  email_off: string[]
  announcements_off: Generated<boolean>
}

interface StreamTicketsTable {
  ticket_hash: string
  user_id: number
  token_id: number
  expires_at: Timestamp
}

interface CalendarsTable {
  user_id: number
  token_hash: string
  key_id: number | null
  created_at: Timestamp
}

export interface NotificationTables {
  calendars: CalendarsTable
  dismissed_events: DismissedEventsTable
  inboxes: InboxesTable
  inbox_counts: InboxCountsTable
  notification_preferences: NotificationPreferencesTable
  stream_tickets: StreamTicketsTable
}
