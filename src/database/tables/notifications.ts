/** Values in the tables of notifications, their counts and preferences. */

export type NotificationType =
  | 'job_application'
  | 'project_invite'
  | 'course_update'
  | 'exam_reminder'
  | 'certificate_issued'
  | 'payment_received'
  | 'subscription_expiring'
