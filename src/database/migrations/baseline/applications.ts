/** Applications for job posts, and what those who judge them do. */

import type { ApplicationState, ApplicationStatus } from '../../tables/jobs.ts'
import { boolean, calendarDate, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineApplications(schema: Schema) {
  schema.table('job_applications', {
    id: id(),
    job_post_id: integer().references('job_posts'),
    user_id: integer().references('users'),
    first_name: text(),
    last_name: text(),
    email: text(),
    phone: text(),
    // Null once the applicant's account is deleted.
    resume_id: integer().nullable().references('files'),
    cover_letter: text(),
    experience_level: text(),
    available_date: calendarDate().nullable(),
    notice_period: text(),
    salary_expectation: integer().nullable(),
    remote_interested: boolean(),
    additional_answers: json(),
    consent_data: boolean(),
    consent_marketing: boolean(),
    status: text().oneOf('applied', 'reviewing', 'shortlisted', 'rejected', 'hired'),
    // The folded name and e-mail address, for the search among the applicants of one post.
    search_key: text(),
    applied_at: timestamp(),
    updated_at: timestamp(),
    pending: boolean().default(false),
    candidate_number: integer().nullable(),
    shortlisted_at: timestamp().nullable(),
    rejection_reason: text().default(''),
    rejection_letter: text().default(''),
    resume_state: text().oneOf('pending', 'ready', 'unreadable').default('pending'),
    // Submitted to a blind post, and still pending for all but the applicant until its batch.
    sealed: boolean().default(false),
    // What was proven when the application reached its judges, in coarse steps.
    blind_score: integer().nullable(),
    tags: json().default('[]'),
    // The folded tags, in the same order.
    tag_keys: json().default('[]'),
  })
  schema.index('job_applications', ['job_post_id', 'user_id'], { unique: true })
  schema.index('job_applications', ['user_id', 'id'])
  schema.index('job_applications', ['resume_id'])
  schema.index('job_applications', ['id'], { where: "resume_state = 'pending' and resume_id is not null" })
  schema.index('job_applications', ['user_id', 'job_post_id'], { where: 'pending' })
  schema.index('job_applications', ['job_post_id', 'id', 'user_id'], { where: 'pending' })
  // The order of submission, in which reserved places come later than their id.
  schema.index('job_applications', ['job_post_id', 'candidate_number'], { unique: true })
  schema.index('job_applications', ['job_post_id', 'status', 'candidate_number'])
  schema.index('job_applications', ['id', 'applied_at'], { where: 'sealed' })
  // The order of one's own applications. The ids of those for blind posts are random.
  schema.index('job_applications', ['user_id', 'applied_at', 'id'])
  // An application is recognized by the address that it gives.
  schema.index('job_applications', ['job_post_id', 'email'])

  const job_application_counts = schema.table(
    'job_application_counts',
    {
      job_post_id: integer().references('job_posts', 'cascade'),
      status: text<ApplicationStatus>(),
      total: integer(),
    },
    { primaryKey: ['job_post_id', 'status'] },
  )

  const job_application_changes = schema.table('job_application_changes', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    changed_by: integer().references('users'),
    from_status: text<ApplicationStatus>(),
    to_status: text<ApplicationStatus>(),
    changed_at: timestamp(),
  })
  schema.index('job_application_changes', ['application_id', 'id'])

  // The words of the resumes.
  const resume_terms = schema.table(
    'resume_terms',
    {
      term: key(),
      item_id: integer().references('job_applications', 'cascade'),
    },
    { primaryKey: ['item_id', 'term'] },
  )

  const resume_downloads = schema.table('resume_downloads', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    downloaded_by: integer().references('users'),
    downloaded_at: timestamp(),
  })
  schema.index('resume_downloads', ['application_id', 'id'])

  schema.table('job_candidates', {
    id: id(),
    job_post_id: integer().references('job_posts', 'cascade'),
    // A hash of the address, which stays when the person has refused and the rest is erased.
    email_key: key(),
    email: key().nullable(),
    first_name: text(),
    last_name: text(),
    phone: text(),
    location: text(),
    cover_letter: text(),
    tags: json(),
    note: text(),
    resume: json().nullable(),
    sources: json(),
    application_id: integer().nullable().references('job_applications', 'set null'),
    imported_by: integer().references('users'),
    invited_at: timestamp().nullable(),
    accepted_at: timestamp().nullable(),
    withdrawn_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  schema.index('job_candidates', ['job_post_id', 'email_key'], { unique: true })
  schema.index('job_candidates', ['job_post_id', 'id'], { where: 'withdrawn_at is null' })
  schema.index('job_candidates', ['email', 'id'], { where: 'email is not null' })
  schema.index('job_candidates', ['application_id'], { where: 'application_id is not null' })
  schema.index('job_candidates', ['imported_by', 'id'])
  schema.index('job_candidates', ['created_at', 'id'], { where: 'application_id is null and withdrawn_at is null' })

  schema.table('scorecards', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    user_id: integer().references('users'),
    ratings: json(),
    recommendation: text().oneOf('strong_no', 'no', 'yes', 'strong_yes'),
    notes: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  schema.index('scorecards', ['application_id', 'user_id'], { unique: true })
  schema.index('scorecards', ['user_id', 'id'])

  // Who was told who a candidate of a blind post is, before the shortlist.
  const identity_disclosures = schema.table('identity_disclosures', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    user_id: integer().references('users'),
    reason: text(),
    disclosed_at: timestamp(),
  })
  schema.index('identity_disclosures', ['application_id', 'id'])
  schema.index('identity_disclosures', ['user_id', 'id'])

  schema.table('application_notes', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    user_id: integer().references('users'),
    text: text(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  schema.index('application_notes', ['application_id', 'id'])
  schema.index('application_notes', ['user_id', 'id'])

  schema.table('application_messages', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    // The author; the applicant, or a user who managed the post.
    user_id: integer().references('users'),
    body: text(),
    created_at: timestamp(),
    hidden_at: timestamp().nullable(),
    // For the author or the members, who read why it is hidden with the object.
    hidden_reason: text().default(''),
  })
  schema.index('application_messages', ['application_id', 'id'])
  schema.index('application_messages', ['user_id', 'id'])
  schema.index('application_messages', ['hidden_at', 'id'], { where: 'hidden_at is not null' })

  const message_files = schema.table(
    'message_files',
    {
      message_id: integer().references('application_messages', 'cascade'),
      file_id: integer().references('files', 'cascade'),
    },
    { primaryKey: ['message_id', 'file_id'] },
  )
  schema.index('message_files', ['file_id'])

  schema.table('message_templates', {
    id: id(),
    user_id: integer().references('users'),
    name: text(),
    texts: json(),
    created_at: timestamp(),
    updated_at: timestamp(),
    // Null for a template of its author alone.
    company_id: integer().nullable().references('companies'),
  })
  schema.index('message_templates', ['user_id', 'id'])
  schema.index('message_templates', ['company_id', 'id'], { where: 'company_id is not null' })

  const bulk_actions = schema.table('bulk_actions', {
    id: id(),
    job_post_id: integer().references('job_posts', 'cascade'),
    user_id: integer().references('users'),
    action: text().oneOf('status', 'reject', 'tag'),
    created_at: timestamp(),
    undone_at: timestamp().nullable(),
  })
  schema.index('bulk_actions', ['job_post_id', 'id'])
  schema.index('bulk_actions', ['user_id', 'id'])

  const bulk_action_items = schema.table(
    'bulk_action_items',
    {
      bulk_id: integer().references('bulk_actions', 'cascade'),
      application_id: integer().references('job_applications', 'cascade'),
      // The row of `job_application_changes`; null for tags.
      change_id: integer().nullable(),
      // What the application had before, and what it got.
      before: json<ApplicationState>(),
      after: json<ApplicationState>(),
      // Whether the applicant was told, after which it cannot be undone.
      told: boolean(),
    },
    { primaryKey: ['bulk_id', 'application_id'] },
  )
  schema.index('bulk_action_items', ['application_id'])
  return {
    job_application_counts,
    job_application_changes,
    resume_terms,
    resume_downloads,
    identity_disclosures,
    message_files,
    bulk_actions,
    bulk_action_items,
  }
}
