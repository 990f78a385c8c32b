/** Interviews, the times that are offered for them, and the talent pool. */

import { id, integer, json, type Schema, text, timestamp } from '../schema.ts'

export function defineInterviews(schema: Schema) {
  schema.table('interview_slots', {
    id: id(),
    job_post_id: integer().references('job_posts', 'cascade'),
    user_id: integer().references('users'),
    starts_at: timestamp(),
    minutes: integer(),
    capacity: integer(),
    timezone: text(),
    location: text(),
    interview_type: text(),
    notes: text().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  schema.index('interview_slots', ['job_post_id', 'starts_at', 'id'])
  schema.index('interview_slots', ['user_id', 'id'])

  schema.table(
    'interview_slot_people',
    {
      slot_id: integer().references('interview_slots', 'cascade'),
      user_id: integer().references('users'),
      starts_at: timestamp(),
    },
    { primaryKey: ['slot_id', 'user_id'] },
  )
  schema.index('interview_slot_people', ['user_id', 'starts_at'])

  schema.table(
    'slot_invitations',
    {
      application_id: integer().references('job_applications', 'cascade'),
      invited_by: integer().references('users'),
      invited_at: timestamp(),
      until: timestamp(),
    },
    { primaryKey: ['application_id'] },
  )

  schema.table('interviews', {
    id: id(),
    application_id: integer().references('job_applications', 'cascade'),
    job_post_id: integer().references('job_posts'),
    interview_date: timestamp(),
    interview_time: text(),
    timezone: text(),
    starts_at: timestamp(),
    duration_minutes: integer(),
    location: text(),
    interview_type: text(),
    notes: text().nullable(),
    // The UID and SEQUENCE of the calendar event (RFC 5545).
    uid: text(),
    sequence: integer().default(0),
    answer: text().nullable().oneOf('accepted', 'declined', 'proposed'),
    answered_at: timestamp().nullable(),
    // Times that the applicant proposes instead.
    proposed_times: json().default('[]'),
    answer_message: text().default(''),
    created_at: timestamp(),
    updated_at: timestamp(),
    outcome: text().nullable().oneOf('passed', 'failed', 'no_show'),
    outcome_notes: text().default(''),
    // Null for an interview that no slot was chosen for.
    slot_id: integer().nullable().references('interview_slots', 'set null'),
  })
  schema.index('interviews', ['application_id', 'starts_at', 'id'])
  schema.index('interviews', ['job_post_id', 'starts_at', 'id'])
  schema.index('interviews', ['slot_id'], { where: 'slot_id is not null' })

  // One row for the applicant and one for the recruiter, so that an index serves the interviews of a user in
  // order.
  const interview_people = schema.table(
    'interview_people',
    {
      user_id: integer().references('users'),
      starts_at: timestamp(),
      interview_id: integer().references('interviews', 'cascade'),
    },
    { primaryKey: ['user_id', 'starts_at', 'interview_id'] },
  )
  schema.index('interview_people', ['interview_id'])

  const interviewers = schema.table(
    'interviewers',
    {
      interview_id: integer().references('interviews', 'cascade'),
      user_id: integer().references('users'),
      // The application of the interview, so that who interviews a candidate is read without the interview.
      application_id: integer().nullable().references('job_applications', 'cascade'),
    },
    { primaryKey: ['interview_id', 'user_id'] },
  )
  schema.index('interviewers', ['user_id', 'interview_id'])
  schema.index('interviewers', ['application_id', 'user_id'])

  schema.table('talent_pool_entries', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    keeper_id: integer().references('users'),
    // Null for an entry of its keeper alone.
    company_id: integer().nullable().references('companies'),
    note: text().default(''),
    status: text().oneOf('pending', 'consented'),
    consent_until: timestamp(),
    // When the entry goes by itself: the end of the consent, or of a request without an answer.
    ends_at: timestamp(),
    consented_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    // The later end that the person is asked for; null while no such request is open.
    requested_until: timestamp().nullable(),
    requested_by: integer().nullable().references('users'),
    // When that request ends without an answer.
    request_ends_at: timestamp().nullable(),
  })
  schema.index('talent_pool_entries', ['keeper_id', 'user_id'], { unique: true, where: 'company_id is null' })
  schema.index('talent_pool_entries', ['company_id', 'user_id'], { unique: true, where: 'company_id is not null' })
  schema.index('talent_pool_entries', ['keeper_id', 'id'])
  schema.index('talent_pool_entries', ['company_id', 'id'], { where: 'company_id is not null' })
  schema.index('talent_pool_entries', ['user_id', 'id'])
  schema.index('talent_pool_entries', ['ends_at'])
  return { interview_people, interviewers }
}
